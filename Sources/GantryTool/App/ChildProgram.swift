// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import GantrySupport

/// Runs another program to its end, without input.
///
/// It doesn't use Foundation's `Process`, which can miss the end of a program.
struct ChildProgram {
  /// How a program ended.
  struct End {
    /// The exit code; 128 plus the signal's number if a signal ended the program, as in a shell.
    let status: Int32
    let output: Data
    let errors: Data
    /// Whether the program was ended because it took too long.
    let isOverdue: Bool
    /// Whether the program was ended because it wrote too much.
    let isFlood: Bool
  }

  /// The largest file in bytes that a program may write; the system ends a program that goes on.
  static let mostOutput = 128 << 20

  /// The program, as a path or as a name to look up in `PATH`.
  let program: String
  var arguments: [String] = []
  /// Variables added to the environment of this process.
  var environment: [String: String] = [:]
  /// The working folder of the program; nil means that of this process.
  var folder: URL?
  /// The longest time that the program may take; nil means no limit.
  var limit: Duration?

  /// Runs the program and returns its output; ends a program that writes more than ``mostOutput``.
  func run() throws(ToolFailure) -> End {
    // Files, not pipes: a child of the program can keep a pipe open after the program has ended.
    let folder = FileManager.default.temporaryDirectory.appending(path: "gantry-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      let files = ["output", "errors"].map { folder.appending(path: $0) }
      for file in files { try Data().write(to: file) }
      let handles = try files.map { try FileHandle(forWritingTo: $0) }
      // An optimized build releases an object after its last use, and a handle closes its file then.
      let (status, isOverdue) = try withExtendedLifetime(handles) {
        try end(output: handles[0].fileDescriptor, errors: handles[1].fileDescriptor)
      }
      let said = try files.map { try Data(contentsOf: $0, options: .alwaysMapped) }
      return End(
        status: status, output: said[0], errors: said[1], isOverdue: isOverdue,
        isFlood: said.contains { $0.count >= Self.mostOutput })
    } catch {
      throw failure(error)
    }
  }

  /// Runs the program with all its output going to standard error.
  ///
  /// - Returns: The program's exit code.
  func runSayingAll() throws(ToolFailure) -> Int32 {
    do {
      return try end(output: STDERR_FILENO, errors: STDERR_FILENO).status
    } catch {
      throw failure(error)
    }
  }

  private func end(output: Int32, errors: Int32) throws -> (status: Int32, isOverdue: Bool) {
    let id = try spawn(output: output, errors: errors)
    let end = ChildEnd()
    // Waits on a separate thread, so that the limit holds even if the program hangs.
    Thread.detachNewThread { end.set(Self.status(of: id)) }
    if let status = end.wait(limit) { return (status, false) }
    kill(id, SIGTERM)
    if let status = end.wait(.seconds(1)) { return (status, true) }
    kill(id, SIGKILL)
    return (end.wait(nil) ?? 0, true)
  }

  /// The program and its arguments, run by a shell if it has a folder of its own.
  ///
  /// The shell changes the folder, because not all systems can do that when they spawn a process.
  /// It also sets the output limit, which the program's children inherit.
  private var command: (file: String, arguments: [String]) {
    guard let folder else { return (program, [program] + arguments) }
    // The limit is in blocks of 512 bytes. The system ends a program that exceeds it.
    let script = #"cd "$1" && ulimit -f \#(Self.mostOutput / 512) && shift && exec "$@""#
    return ("/bin/sh", ["sh", "-c", script, "sh", folder.path, program] + arguments)
  }

  private func spawn(output: Int32, errors: Int32) throws -> pid_t {
    let (file, arguments) = command
    let words = arguments.map { strdup($0) }
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      .map { strdup("\($0)=\($1)") }
    defer { (words + variables).forEach { free($0) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // Copies with new numbers. If standard input is closed, the output's number can be 0, which the
    // child opens as its input.
    let copies = [output, errors].map { fcntl($0, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
    defer { for copy in copies where copy >= 0 { close(copy) } }
    guard copies.allSatisfy({ $0 >= 0 }) else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, copies[0], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, copies[1], STDERR_FILENO)
    // A pool's thread may block signals. A program started from it would then never receive them.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var id: pid_t = 0
    let code = posix_spawnp(&id, file, &actions, &attributes, words + [nil], variables + [nil])
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
    return id
  }

  private static func status(of id: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) == -1, errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : signal + 128
  }

  private func failure(_ error: any Error) -> ToolFailure {
    ToolFailure(
      "\(program): cannot be run: \(FileProblem.unreadable(error)).", .unavailable)
  }
}

/// The end of another program: one thread sets it, and another waits for it.
final class ChildEnd: Sendable {
  private let status = LockedBox<Int32>()
  private let signal = DispatchSemaphore(value: 0)

  /// Sets the exit status; called once.
  func set(_ status: Int32) {
    self.status.put(status)
    signal.signal()
  }

  /// Waits for the end of the program.
  ///
  /// - Parameter limit: The longest wait; nil means no limit.
  /// - Returns: The exit status; nil if the limit passed first.
  func wait(_ limit: Duration?) -> Int32? {
    if let limit {
      let nanoseconds = Int(limit / .nanoseconds(1))
      guard signal.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else { return nil }
    } else {
      signal.wait()
    }
    return status.value
  }
}

extension ChildProgram {
  /// Runs a command of SwiftPM, `swift package`, on the package in a folder.
  ///
  /// It uses a separate build folder. SwiftPM locks the package's own one while a build runs there,
  /// and while this tool runs as its plug-in, so the command would wait forever.
  static func swiftPackage(_ arguments: [String], in folder: URL) throws(ToolFailure) -> End {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "gantry-\(UUID())")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let place = ["--package-path", folder.path, "--scratch-path", scratch.path]
    return try ChildProgram(program: "swift", arguments: ["package"] + place + arguments).run()
  }
}

extension ChildProgram.End {
  /// The program's standard error as text.
  var complaint: String { String(decoding: errors, as: UTF8.self) }
}
