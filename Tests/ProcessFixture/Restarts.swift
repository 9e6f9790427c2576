// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation
import Gantry

/// Starts and stops one application again and again, and tells what that leaves behind.
enum Restarts {
  /// Has one of everything that could leave something: handlers, a shutdown, a service, timeouts.
  final class Tenant: Module {
    static var manifest: ModuleManifest {
      ModuleManifest(of: Tenant.self) { module in
        module.launch("block", TaskOptions(timeout: .seconds(60))) { _, _ in }
        module.launch("suspend", TaskOptions(timeout: .seconds(60))) { _, _ in await Task.yield() }
        module.launch("call", TaskOptions(timeout: .seconds(60))) { _, _, token in
          token.complete()
        }
        module.launchOnMain("show") { _, _ in }
        module.on(DidBecomeActive.self, "active", main: { _, _, _ in })
        module.shutdown("leave") { _ in await Task.yield() }
      }
    }

    init(context: ModuleContext) {}
  }

  static func run() async throws {
    // Thousands of log lines, which nobody reads, would fill the pipe.
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO)
    let application = Application(
      modules: [Tenant.self],
      limits: Application.Limits(
        launch: .seconds(60), shutdown: .seconds(60), handler: .seconds(1)))
    try await restart(application, times: 500)
    let (bytes, threads) = (bytesInUse(), threadCount())
    let times = 2000
    try await restart(application, times: times)
    say("bytes a start: \((bytesInUse() - bytes) / times)")
    say("threads more: \(max(0, threadCount() - threads))")
  }

  private static func restart(_ application: Application, times: Int) async throws {
    for _ in 0..<times {
      try await application.start()
      await application.stop()
    }
  }

  /// The memory that the process occupies.
  private static func bytesInUse() -> Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (pages ?? 0) * Int(getpagesize())
  }

  private static func threadCount() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }
}
