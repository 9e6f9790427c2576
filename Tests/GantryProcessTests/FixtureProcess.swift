// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A running `ProcessFixture` or other program: reads its lines and sends it real signals.
actor FixtureProcess {
  /// The program ended or printed something else before the line came.
  struct Missing: Error, CustomStringConvertible {
    let line: String
    let output: [String]
    var description: String { "no line '\(line)' in:\n\(output.joined(separator: "\n"))" }
  }

  /// How the program ended.
  enum End: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  /// The contents of standard input.
  enum Input {
    /// Stays open, empty.
    case open
    /// These lines and then the end; the last line may lack a line break.
    case lines([String], ends: Bool = true)
    /// These bytes and then the end.
    case bytes([UInt8])
  }

  private enum Sign {
    case line(String)
    case end(End, errors: String)
  }

  /// Every line of standard output so far.
  private(set) var output: [String] = []
  private let program: SpawnedProgram
  private let input: FileHandle
  private let signs: AsyncStream<Sign>
  private var known: (end: End, errors: String)?

  /// Starts the program.
  init(
    _ scenario: String, _ urls: String..., of name: String = "ProcessFixture",
    input: Input = .open, config: String? = nil, profile: String? = nil, manifest: String? = nil,
    closesOutput: Bool = false, environment: [String: String] = [:]
  ) throws {
    try self.init(
      scenario, urls, of: name, input: input, config: config, profile: profile, manifest: manifest,
      closesOutput: closesOutput, environment: environment)
  }

  /// Starts the program with a list of URLs.
  init(
    _ scenario: String, _ urls: [String], of name: String = "ProcessFixture",
    input: Input = .open, config: String? = nil, profile: String? = nil, manifest: String? = nil,
    closesOutput: Bool = false, environment: [String: String] = [:]
  ) throws {
    // A backtrace of an expected crash takes long and shows nothing. Memory that threads keep for
    // their next allocations looks allocated, and comes and goes with them.
    let added = [
      "FIXTURE_CONFIG": config, "FIXTURE_PROFILE": profile, "GANTRY_MANIFEST": manifest,
      "SWIFT_BACKTRACE": "enable=no",
      "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0:glibc.malloc.arena_max=1",
    ]
    let all = added.compactMapValues { $0 }.merging(environment) { $1 }
    try self.init(
      program: Self.path(of: name), [scenario] + urls, input: input, closesOutput: closesOutput,
      environment: all)
  }

  /// Starts another program.
  ///
  /// - Parameters:
  ///   - path: Its file.
  ///   - arguments: Its arguments.
  ///   - environment: What is added to the environment of the tests.
  init(
    program path: String, _ arguments: [String], input: Input = .open, closesOutput: Bool = false,
    environment: [String: String] = [:]
  ) throws {
    program = try SpawnedProgram(
      path, arguments,
      environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
    if closesOutput { close(program.output) }
    signs = Self.signs(of: program, hasOutput: !closesOutput)
    self.input = FileHandle(fileDescriptor: program.input, closeOnDealloc: true)
    if case .lines(let lines, let isLastEnded) = input {
      let text = lines.joined(separator: "\n") + (isLastEnded && !lines.isEmpty ? "\n" : "")
      try self.input.write(contentsOf: Data(text.utf8))
      try self.input.close()
    } else if case .bytes(let bytes) = input {
      try self.input.write(contentsOf: Data(bytes))
      try self.input.close()
    }
  }

  /// Ends a process that a failed test would leave behind.
  deinit {
    if known == nil { program.send(SIGKILL) }
  }

  /// The process identifier.
  nonisolated var id: pid_t { program.id }

  /// Reads until a line comes.
  func line(_ expected: String) async throws {
    try await line(expected) { $0 == expected }
  }

  /// Reads until all of some lines have come, in any order.
  func lines(_ expected: Set<String>) async throws {
    while !expected.isSubset(of: output) {
      guard await next() != nil else {
        throw Missing(line: expected.subtracting(output).joined(separator: "', '"), output: output)
      }
    }
  }

  /// Reads until a line with this beginning comes.
  func line(beginning prefix: String) async throws {
    try await line(prefix) { $0.hasPrefix(prefix) }
  }

  /// Reads until a line that contains this text comes.
  func line(containing text: String) async throws {
    try await line(text) { $0.contains(text) }
  }

  /// Reads all remaining lines and waits for the end of the program.
  func end() async -> End? {
    while await next() != nil {}
    return known?.end
  }

  /// Waits for the end and returns the program's standard error.
  func errorText() async -> String {
    _ = await end()
    return known?.errors ?? ""
  }

  /// Closes the program's standard input.
  func closeInput() throws { try input.close() }

  /// Writes a line to the program's standard input.
  func write(_ line: String) throws { try input.write(contentsOf: Data((line + "\n").utf8)) }

  /// Sends a signal, unless the program is gone; returns whether it was sent.
  @discardableResult
  func signal(_ signal: Int32) -> Bool { program.send(signal) }

  /// Waits until the kernel reports the program as stopped.
  func stopped() async throws {
    var info = siginfo_t()
    while waitid(P_PID, id_t(program.id), &info, WSTOPPED | WNOWAIT | WNOHANG) == 0 {
      if info.si_signo == SIGCHLD { return }
      try Task.checkCancellation()
      await Task.yield()
    }
    throw Missing(line: "a stop", output: output)
  }

  private func line(_ words: String, _ isExpected: (String) -> Bool) async throws {
    while let line = await next() {
      if isExpected(line) { return }
    }
    throw Missing(line: words, output: output)
  }

  /// The next line; nil at the end of the program.
  private func next() async -> String? {
    var unread = signs.makeAsyncIterator()
    switch await unread.next(isolation: self) {
    case .line(let line):
      output.append(line)
      return line
    case .end(let end, let errors): known = (end, errors)
    case nil: break
    }
    return nil
  }

  /// Reads on a separate thread: the pool of the tests' tasks is small.
  private static func signs(
    of program: SpawnedProgram, hasOutput: Bool
  ) -> AsyncStream<Sign> {
    let (signs, continuation) = AsyncStream.makeStream(of: Sign.self)
    Thread.detachNewThread {
      var rest: [UInt8] = []
      var bytes = [UInt8](repeating: 0, count: 4096)
      while hasOutput {
        let count = read(program.output, &bytes, bytes.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        rest += bytes[..<count]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(.line(String(decoding: rest[..<end], as: UTF8.self)))
          rest.removeSubrange(...end)
        }
      }
      let errors = FileHandle(fileDescriptor: program.errors).readDataToEndOfFile()
      if hasOutput { close(program.output) }
      close(program.errors)
      continuation.yield(.end(program.wait(), errors: String(decoding: errors, as: UTF8.self)))
      continuation.finish()
    }
    return signs
  }

  /// The file of a program of the package.
  static func path(of name: String) -> String {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let folder = (bundle ?? Bundle.main.executableURL)?.deletingLastPathComponent()
    return (folder ?? URL(filePath: ".")).appending(path: name).path
  }
}
