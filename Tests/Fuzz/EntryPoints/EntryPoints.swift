import FuzzTargets
import Glibc

// What libFuzzer calls. It has the `main` of the program and calls all of it on the main thread. `.ci/fuzz` compiles this
// file, as SwiftPM gives the `main` of every program another name.

/// What the environment says, by which `.ci/fuzz` tells which target to feed: libFuzzer's own arguments are its affair.
@MainActor
private enum Settings {
  static let target: any FuzzTarget = {
    let name = text("CONTROLLERD_FUZZ_TARGET") ?? ""
    guard let target = FuzzTargets.make(name, plantsFault: text("CONTROLLERD_FUZZ_SELF_TEST") != nil) else {
      report("CONTROLLERD_FUZZ_TARGET is \"\(name)\"; allowed: \(FuzzTargets.names.joined(separator: ", "))")
      exit(2)
    }
    return target
  }()

  static func text(_ variable: String) -> String? {
    getenv(variable).flatMap { $0.pointee == 0 ? nil : String(cString: $0) }
  }

  static func report(_ text: String) {
    let line = Array("fuzz: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }

  /// Writes the dictionary in libFuzzer's format.
  static func writeDictionary(to path: String) {
    guard let file = fopen(path, "w") else {
      report("the dictionary \(path) cannot be written")
      exit(2)
    }
    for entry in target.dictionary where !entry.isEmpty {
      let hexadecimal = entry.map { byte in
        let digits = String(byte, radix: 16)
        return byte < 0x10 ? "\\x0\(digits)" : "\\x\(digits)"
      }
      fputs("\"\(hexadecimal.joined())\"\n", file)
    }
    guard fclose(file) == 0 else {
      report("the dictionary \(path) cannot be written")
      exit(2)
    }
  }
}

/// With a path in `CONTROLLERD_FUZZ_DICTIONARY` the program writes the dictionary there and ends.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  MainActor.assumeIsolated {
    if let path = Settings.text("CONTROLLERD_FUZZ_DICTIONARY") {
      Settings.writeDictionary(to: path)
      exit(0)
    }
    _ = Settings.target
  }
  return 0
}

/// Judges an input, and ends the process when something is wrong.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: data, count: size))
  MainActor.assumeIsolated {
    guard let find = Settings.target.check(input) else { return }
    Settings.report("FIND: \(find)")
    // libFuzzer writes the input to a file when the process is about to end like this.
    abort()
  }
  return 0
}

/// Changes an input in place, as the target does or else byte by byte, and answers its new size.
@_cdecl("LLVMFuzzerCustomMutator")
public func customMutator(
  _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ longest: Int, _ seed: CUnsignedInt
) -> Int {
  let input = Array(UnsafeBufferPointer(start: data, count: size))
  let changed = MainActor.assumeIsolated { Settings.target.mutated(input, seed: UInt64(seed)) }
  guard let changed, changed.count <= longest else { return LLVMFuzzerMutate(data, size, longest) }
  return UnsafeMutableBufferPointer(start: data, count: longest).update(fromContentsOf: changed)
}
