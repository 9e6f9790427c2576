// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTelemetry
import Logging

/// A route without parameters.
private struct Till: TypedRoute {
  typealias Output = Int

  static let routePattern = "till"
  static let routeParameters: [RouteParameter] = []

  var routeArguments: RouteArguments { RouteArguments(route: "Till/read") }

  init() {}
  init(routeArguments: RouteArguments) throws(RouteError) {}
}

/// A module with a route that takes no time.
private final class TillModule: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(of: Self.self) { module in
      module.route(Till.self, "read", body: .main { _, _, _ in 1 })
    }
  }

  init(context: ModuleContext) {}
}

extension Benchmarks {
  /// An event and a route of an app with telemetry but without a backend, beside an app without
  /// telemetry.
  static var telemetry: [Benchmark] {
    [
      Benchmark(
        "telemetry.event", operationsPerRepetition: TickingModule.handlers, allocatesNothing: true,
        subject: .init("telemetry without a backend") { try await events(true) },
        peers: [.init("no telemetry", aim: 1.2) { try await events(false) }]),
      Benchmark(
        "telemetry.route",
        subject: .init("telemetry without a backend") { try await calls(true) },
        peers: [.init("no telemetry", aim: 1.2) { try await calls(false) }]),
    ]
  }

  private static func launched(
    _ modules: [any Module.Type], _ emits: Bool
  ) async throws -> Application {
    let silent = Logger(label: "benchmarks") { _ in SwiftLogNoOpLogHandler() }
    let application = Application(modules: ModuleSelection(modules), logger: silent)
    if emits { application.emitTelemetry() }
    try await application.start()
    _ = await application.waitUntilIdle()
    return application
  }

  private static func events(_ emits: Bool) async throws -> Contender.Body {
    let application = try await launched([TickingModule.self], emits)
    return { count in
      withExtendedLifetime(application) {
        for value in 0..<count { application.events.send(Ticked(value: value)) }
      }
    }
  }

  private static func calls(_ emits: Bool) async throws -> Contender.Body {
    let application = try await launched([TillModule.self], emits)
    return { count in
      withExtendedLifetime(application) {
        var sum = 0
        for _ in 0..<count { sum &+= (try? application.router.callSyncOnMain(Till())) ?? 0 }
        Sink.shared.sum &+= sum
      }
    }
  }
}
