// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryInspector

/// A module with a task and a shutdown that do nothing.
private final class PlainModule: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(of: PlainModule.self, ModuleOptions(name: "Plain", priority: 1_000)) { module in
      module.launch("begin", body: .background { _, _ in })
      module.shutdown("end") { _ in }
    }
  }

  init(context: ModuleContext) {}
}

extension Benchmarks {
  /// An event, a route, and the life of an app that can be inspected while no client looks, beside an
  /// app that can't be.
  static var inspector: [Benchmark] {
    [
      Benchmark(
        "inspector.event", operationsPerRepetition: TickingModule.handlers, allocations: 0,
        subject: .init("inspector") { try await sending { try await launched(inspected()) } },
        peers: [.init("no inspector", aim: 1.1) { try await sending { try await launched() } }]),
      Benchmark(
        "inspector.route",
        subject: .init("inspector") { calling(try await launched(inspected())) },
        peers: [.init("no inspector", aim: 1.1) { calling(try await launched()) }]),
      Benchmark(
        "inspector.launch",
        subject: .init("inspector") { lives { inspected(empty: 100) } },
        peers: [
          .init("no inspector", aim: 1.15) { lives { application(empty: 100) } },
          .init("a module that does nothing in its place") {
            lives { application([PlainModule.self], empty: 100) }
          },
        ],
        remark: """
          from the launch of 100 modules to the end of their stop. A module with a task and a shutdown takes \
          some 4 %, and the folder, the socket and the thread of the inspector take another 4 %
          """),
    ]
  }

  private static func inspected(empty: Int = 0) -> Application {
    application([InspectorModule.self], empty: empty)
  }

  private static func lives(_ make: @escaping @MainActor () -> Application) -> Contender.Body {
    { count in
      for _ in 0..<count {
        let application = make()
        do {
          try await application.start()
        } catch {
          Sink.shared.failures += 1
        }
        if await !application.stop().failures.isEmpty { Sink.shared.failures += 1 }
      }
    }
  }
}
