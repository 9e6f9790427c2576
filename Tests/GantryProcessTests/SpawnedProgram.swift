// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantrySupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A child process with pipes that no other child inherits.
final class SpawnedProgram: Sendable {
  struct Failure: Error { let code: Int32 }

  /// A line for a program that has ended is an error of the test that writes it, where SIGPIPE would end the whole
  /// run without a word. A handler isn't inherited, as an ignored signal is.
  private static let survivesBrokenPipes: Void = { signal(SIGPIPE) { _ in } }()

  /// A new pipe is briefly open to other children, so one child starts at a time.
  private static let starting = Mutex(())

  let id: pid_t
  /// Our ends of the pipes: to its standard input, from its output and its errors.
  let input: Int32
  let output: Int32
  let errors: Int32

  /// Whether the process is gone, and its identifier may be that of another.
  private let isReaped = Mutex(false)

  /// Starts a program with default signal actions, in its own process group.
  init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
    Self.survivesBrokenPipes
    (id, input, output, errors) = try Self.starting.withLock { _ in
      try Self.start(path, arguments, environment)
    }
  }

  private static func start(
    _ path: String, _ arguments: [String], _ environment: [String: String]
  ) throws -> (id: pid_t, input: Int32, output: Int32, errors: Int32) {
    let input = try makePipe()
    let output = try makePipe()
    let errors = try makePipe()
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
    for (end, descriptor) in [(input.read, 0), (output.write, 1), (errors.write, 2)] {
      posix_spawn_file_actions_adddup2(&actions, end, Int32(descriptor))
    }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let words = ([path] + arguments).map { strdup($0) }
    let values = environment.map { strdup("\($0)=\($1)") }
    defer { (words + values).forEach { free($0) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, path, &actions, &attributes, words + [nil], values + [nil])
    for end in [input.read, output.write, errors.write] { close(end) }
    guard code == 0 else { throw Failure(code: code) }
    return (id, input.write, output.read, errors.read)
  }

  /// Sends a signal, unless the process is gone; returns whether it was sent.
  @discardableResult
  func send(_ signal: Int32) -> Bool {
    isReaped.withLock { !$0 && kill(id, signal) == 0 }
  }

  /// Waits for the end, on this thread.
  func wait() -> FixtureProcess.End {
    var info = siginfo_t()
    while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    let status = isReaped.withLock { isReaped in
      var status: Int32 = 0
      while waitpid(id, &status, 0) == -1, errno == EINTR {}
      isReaped = true
      return status
    }
    let signal = status & 0x7f
    return signal == 0 ? .status((status >> 8) & 0xff) : .signal(signal)
  }

  private static func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
