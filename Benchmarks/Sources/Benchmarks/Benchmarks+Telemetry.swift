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
final class TillModule: Module {
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
        "telemetry.event", operationsPerRepetition: TickingModule.handlers, allocations: 0,
        subject: .init("telemetry without a backend") { try await sending(to: traced) },
        peers: [.init("no telemetry", aim: 1.2) { try await sending { try await launched() } }]),
      Benchmark(
        "telemetry.route",
        subject: .init("telemetry without a backend") { calling(try await traced()) },
        peers: [.init("no telemetry", aim: 1.2) { calling(try await launched()) }]),
    ]
  }

  private static func traced() async throws -> Application {
    let application = application()
    application.emitTelemetry()
    return try await launched(application)
  }

  /// An app whose modules hear an event and answer a route, with others.
  static func application(_ others: [any Module.Type] = [], empty: Int = 0) -> Application {
    Application(
      modules: ModuleSelection([TickingModule.self, TillModule.self] + others),
      sources: [MemoryConfiguration(["Inspector.enabled": true])], reports: .never,
      logger: Logger(label: "benchmarks") { _ in SwiftLogNoOpLogHandler() }
    ) { builder in
      for index in 0..<empty {
        let options = ModuleOptions(name: ModuleName("Empty\(index)"))
        builder.add(ModuleManifest(of: HealthyModule.self, options) { _ in })
      }
    }
  }

  /// Launches an app, and waits until its launch has nothing left to do.
  static func launched(_ application: Application = application()) async throws -> Application {
    try await application.start()
    _ = await application.waitUntilIdle()
    return application
  }

  /// Sends events to the handlers of several apps, one app after the other: where the objects of a
  /// single one lie in memory decides about a fifth of its time.
  static func sending(to make: () async throws -> Application) async throws -> Contender.Body {
    var applications: [Application] = []
    for _ in 0..<8 { applications.append(try await make()) }
    return { [applications] count in
      for (index, application) in applications.enumerated() {
        let share = count * index / applications.count..<count * (index + 1) / applications.count
        for value in share { application.events.send(Ticked(value: value)) }
      }
    }
  }

  /// Calls a route of an app.
  static func calling(_ application: Application) -> Contender.Body {
    { count in
      withExtendedLifetime(application) {
        var sum = 0
        for _ in 0..<count { sum &+= (try? application.router.callNow(Till())) ?? 0 }
        Sink.shared.sum &+= sum
      }
    }
  }
}
