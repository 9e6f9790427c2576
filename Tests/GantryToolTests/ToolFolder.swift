// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder in which the built tool runs, with a file of another kind and one that isn't JSON;
/// deleted with its owner.
final class ToolFolder: Sendable {
  /// The tool's output and exit status.
  struct End: Equatable {
    var output = ""
    var errors = ""
    var status: Int32 = 0
  }

  let url = FileManager.default.temporaryDirectory.appending(path: "tool-\(UUID().uuidString)")
  /// Holds the tool's output, outside its working folder.
  let said: URL

  /// A folder for programs that all tests of a run share, deleted at its end.
  static let programs: URL = {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "tool-programs-\(UUID().uuidString)")
    atexit { try? FileManager.default.removeItem(at: ToolFolder.programs) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      return folder
    } catch {
      preconditionFailure("\(folder.path): \(error)")
    }
  }()

  init() throws {
    said = url.deletingLastPathComponent().appending(path: "\(url.lastPathComponent)-said")
    for folder in [url, said] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }
    try write("{\"tasks\": []}", to: "other.json")
    try write("{\"version\": 1,\n \"tasks\": [}", to: "broken.json")
  }

  deinit { [url, said].forEach { try? FileManager.default.removeItem(at: $0) } }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name))
  }

  func text(of name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  /// Runs `gantry` with arguments that are separated by spaces.
  ///
  /// If only a place is given, the command runs in this process where that is possible, which is much quicker.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, as in a shell.
  ///   - place: The path of the folder to run it in.
  ///   - path: The search path for programs.
  ///   - setup: Shell commands that run first.
  ///   - output: The file or device for standard output; nil is a separate file.
  func run(
    _ arguments: String, in place: String = ".", path: String? = nil,
    after setup: String? = nil, to output: String? = nil
  ) async throws -> End {
    let folder = url.appending(path: place)
    if path == nil, setup == nil, output == nil,
      let end = await Self.runHere(arguments, in: folder)
    {
      return end
    }
    // Files, not pipes: a pipe stays open as long as a child of another test has it.
    let names = ["output", "errors"].map { "\($0)-\(UUID().uuidString)" }
    let target = output ?? "$3/\(names[0])"
    let script = """
      cd "$1" && \(setup ?? ":") && exec "$2" </dev/null \(arguments) >"\(target)" 2>"$3/\(names[1])"
      """
    let words = ["/bin/sh", "-c", script, "sh", folder.path, Self.tool.path, said.path]
    let id = try Self.start(words, path: path ?? "/usr/bin:/bin")
    let status = await withCheckedContinuation { continuation in
      // On a separate thread: the pool of the tests' tasks is small.
      Thread.detachNewThread {
        var status: Int32 = 0
        while waitpid(id, &status, 0) == -1, errno == EINTR {}
        continuation.resume(returning: status)
      }
    }
    let code = status & 0x7f == 0 ? (status >> 8) & 0xff : -status
    let texts = try names.suffix(output == nil ? 2 : 1).map { name in
      try String(contentsOf: said.appending(path: name), encoding: .utf8)
    }
    return End(output: output == nil ? texts[0] : "", errors: texts.last ?? "", status: code)
  }

  private static func start(_ words: [String], path: String) throws -> pid_t {
    let arguments = words.map { strdup($0) }
    // Otherwise the width of help follows the terminal. A tool that is built to measure coverage
    // would leave its counts in the folder, and the tests would find them there.
    let counts = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"]
    let variables =
      ["COLUMNS=80", "PATH=\(path)"] + (counts.map { ["LLVM_PROFILE_FILE=\($0)"] } ?? [])
    let environment = variables.map { strdup($0) }
    defer { (arguments + environment).forEach { free($0) } }
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads that run tests block signals, and a program started by them would, too.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var id: pid_t = 0
    let code = posix_spawn(
      &id, words[0], nil, &attributes, arguments + [nil], environment + [nil])
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
    return id
  }

  private static var tool: URL {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let folder = (bundle ?? Bundle.main.executableURL)?.deletingLastPathComponent()
    return (folder ?? URL(filePath: ".")).appending(path: "gantry")
  }
}
