import Foundation

/// The Python that has pygls, a JSON-RPC library from outside, or nil where it cannot be had.
enum Pygls {
  /// Names a Python that has it. What it names is used as it is: where it does not work the test fails, and is not skipped.
  static let variable = "CONTROLLERD_PYGLS_PYTHON"

  /// The path of the interpreter; made once a run, with whichever index pip is configured for.
  static let python: String? = {
    if let named = ProcessInfo.processInfo.environment[variable], !named.isEmpty { return named }
    let directory = BuiltProducts.checkout.appending(path: ".build/pygls-venv")
    let python = directory.appending(path: "bin/python").path
    if hasPygls(python) { return python }
    let requirements = BuiltProducts.checkout.appending(path: "Tests/EndToEndTests/Python/requirements.txt").path
    let steps = [
      ["python3", "-m", "venv", directory.path],
      // One attempt and short patience: without a network the other tests must not wait for this one.
      [python, "-m", "pip", "install", "--quiet", "--retries", "0", "--timeout", "20", "-r", requirements],
    ]
    for step in steps {
      let outcome = try? Tool.run(step)
      guard outcome?.status == 0 else {
        let text = outcome?.description ?? "it did not start"
        FileHandle.standardError.write(Data("the test with pygls is skipped: \(step): \(text)\n".utf8))
        return nil
      }
    }
    return python
  }()

  private static func hasPygls(_ python: String) -> Bool {
    (try? Tool.run([python, "-c", "import pygls.client"]))?.status == 0
  }
}
