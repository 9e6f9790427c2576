// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Dispatch
internal import Foundation
internal import Gantry

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Runs another program to its end.
struct ChildProgram {
  /// How a program ended.
  struct End {
    /// Its exit code; of one that a signal ended, the signal's number plus 128, as shells give it.
    let status: Int32
    let output: Data
    let errors: Data
    /// Whether it was ended because it took too long.
    let isOverdue: Bool
  }

  /// The program, as a path; a name is looked up in `PATH`.
  let program: String
  var arguments: [String] = []
  /// Added to the environment of this process.
  var environment: [String: String] = [:]
  var folder: URL?
  /// The longest time it may take; nil means no limit.
  var limit: Duration?

  /// Runs it without input, and keeps what it says.
  func run() throws(ToolFailure) -> End {
    // Files, not pipes: what it starts itself may hold a pipe open after its end.
    let folder = FileManager.default.temporaryDirectory.appending(path: "gantry-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      let files = ["output", "errors"].map { folder.appending(path: $0) }
      for file in files { try Data().write(to: file) }
      let handles = try files.map { try FileHandle(forWritingTo: $0) }
      let (status, isOverdue) = try start(output: handles[0], errors: handles[1])
      return End(
        status: status, output: try Data(contentsOf: files[0]),
        errors: try Data(contentsOf: files[1]), isOverdue: isOverdue)
    } catch {
      throw failure(error)
    }
  }

  /// Runs it without input; all it says goes to standard error.
  ///
  /// - Returns: Its exit code.
  func runSayingAll() throws(ToolFailure) -> Int32 {
    do {
      return try start(output: .standardError, errors: .standardError).status
    } catch {
      throw failure(error)
    }
  }

  private func start(
    output: FileHandle, errors: FileHandle
  ) throws -> (status: Int32, isOverdue: Bool) {
    let process = Process()
    if program.contains("/") {
      process.executableURL = URL(filePath: program)
      process.arguments = arguments
    } else {
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [program] + arguments
    }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    let isOverdue = !wait(for: ended)
    if isOverdue {
      process.terminate()
      if ended.wait(timeout: .now() + .seconds(1)) == .timedOut {
        kill(process.processIdentifier, SIGKILL)
        ended.wait()
      }
    }
    let isSignal = process.terminationReason == .uncaughtSignal
    return (process.terminationStatus + (isSignal ? 128 : 0), isOverdue)
  }

  private func wait(for end: DispatchSemaphore) -> Bool {
    guard let limit else {
      end.wait()
      return true
    }
    let nanoseconds = limit / .nanoseconds(1)
    return end.wait(timeout: .now() + .nanoseconds(Int(nanoseconds))) == .success
  }

  private func failure(_ error: any Error) -> ToolFailure {
    ToolFailure(
      "\(program): cannot be run: \(FileProblem.unreadable(error)).", .unavailable)
  }
}
