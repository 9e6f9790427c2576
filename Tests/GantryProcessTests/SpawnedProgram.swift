// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A child process with pipes that no other child inherits.
struct SpawnedProgram: Sendable {
  struct Failure: Error { let code: Int32 }

  /// A new pipe is briefly open to other children, so one child starts at a time.
  private static let starting = Mutex(())

  let id: pid_t
  /// Our ends of the pipes: to its standard input, from its output and its errors.
  let input: Int32
  let output: Int32
  let errors: Int32

  /// Starts a program with default signal actions, in its own process group.
  init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
    self = try Self.starting.withLock { _ in
      try SpawnedProgram(alone: path, arguments, environment)
    }
  }

  private init(alone path: String, _ arguments: [String], _ environment: [String: String]) throws {
    let input = try Self.makePipe()
    let output = try Self.makePipe()
    let errors = try Self.makePipe()
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
    self.id = id
    self.input = input.write
    self.output = output.read
    self.errors = errors.read
  }

  /// Waits for the end, on this thread.
  func wait() -> FixtureProcess.End {
    var status: Int32 = 0
    while waitpid(id, &status, 0) == -1, errno == EINTR {}
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
