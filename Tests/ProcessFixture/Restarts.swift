// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation
import Gantry

/// Starts and stops applications again and again, and tells what that leaves behind.
enum Restarts {
  protocol Rent: Sendable {}
  struct MonthlyRent: Rent {}
  struct Key: Sendable {}
  struct Bell: Event {}

  /// Has one of everything that could leave something: handlers, a shutdown, a service, a result, a
  /// deferred task, timeouts.
  final class Tenant: Module {
    static var manifest: ModuleManifest {
      ModuleManifest(of: Tenant.self) { module in
        module.launch("block", TaskOptions(timeout: .seconds(60))) { _, _ in }
        module.launch("suspend", TaskOptions(timeout: .seconds(60))) { _, _ in await Task.yield() }
        module.launch("call", TaskOptions(timeout: .seconds(60))) { _, _, token in
          token.complete()
        }
        module.launchOnMain("show") { _, _ in }
        module.launch("later", TaskOptions(.deferred, timeout: .seconds(60))) { _, _ in
          await Task.yield()
        }
        module.launch("cut", TaskOptions().returning(Key.self)) { _, context in
          try context.setResult(Key(), as: Key.self)
        }
        module.launch("unlock", TaskOptions().taking(Key.self)) { _, context in
          _ = try context.result(Key.self)
        }
        module.provides((any Rent).self, "rent") { _ in MonthlyRent() }
        module.on(DidBecomeActive.self, "active", main: { _, _, _ in })
        module.on(Bell.self, "bell") { _, _, _ in await Task.yield() }
        module.shutdown("leave") { _ in await Task.yield() }
      }
    }

    init(context: ModuleContext) {}
  }

  static func run() async throws {
    // Thousands of log lines, which nobody reads, would fill the pipe.
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO)
    let application = makeApplication()
    try await measure("a start") { application }
    try await measure("an application", makeApplication)
  }

  private static func makeApplication() -> Application {
    Application(
      modules: [Tenant.self],
      limits: Application.Limits(
        launch: .seconds(60), shutdown: .seconds(60), handler: .seconds(1)))
  }

  private static func measure(_ what: String, _ make: () -> Application) async throws {
    try await live(500, make)
    let (bytes, threads) = (bytesInUse(), threadCount())
    let times = 1000
    try await live(times, make)
    say("bytes \(what): \((bytesInUse() - bytes) / times)")
    say("threads \(what): \(max(0, threadCount() - threads))")
  }

  /// Lives through lives from start to stop, in which everything is used.
  private static func live(_ times: Int, _ make: () -> Application) async throws {
    for _ in 0..<times {
      let application = make()
      try await application.start()
      application.events.send(Bell())
      await MainActor.run { application.events.send(DidBecomeActive()) }
      _ = await application.launched()
      await application.stop()
    }
  }

  /// The memory that is allocated: what the allocator has from the system without what is free.
  private static func bytesInUse() -> Int {
    var text: UnsafeMutablePointer<CChar>?
    var length = 0
    // Its header is in no module.
    guard let symbol = dlsym(nil, "malloc_info"), let file = open_memstream(&text, &length)
    else { return 0 }
    typealias Info = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    _ = unsafeBitCast(symbol, to: Info.self)(0, file)
    fclose(file)
    defer { free(text) }
    let lines = text.map { String(cString: $0).split(separator: "\n") } ?? []
    // The totals come last, after each of the arenas.
    func total(_ start: String) -> Int {
      let line = lines.last { $0.hasPrefix(start) }
      let size = line?.split(separator: "size=\"").last?.prefix { $0.isNumber }
      return size.flatMap { Int($0) } ?? 0
    }
    let free = total("<total type=\"fast\"") + total("<total type=\"rest\"")
    return total("<system type=\"current\"") + total("<total type=\"mmap\"") - free
  }

  private static func threadCount() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }
}
