// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Gantry

/// The applications that the program runs.
enum Scenario {
  struct Broken: Error, CustomStringConvertible { let description = "a brick is missing" }

  /// A background task hops to the main actor and back, twice, between tasks of the main lane.
  static var hops: Application {
    application { app in
      app.add(.onMain("First") { sayWhere("first") })
      app.launch(
        "traveler", TaskOptions(after: "First"),
        body: .background { _ in
          for number in 1...2 {
            await MainActor.run { sayWhere("hop \(number)") }
            sayWhere("back \(number)")
          }
        })
      app.launch(
        "worker", TaskOptions(after: "traveler"), body: .background { _ in sayWhere("worker") })
      app.add(.onMain("Last", after: "worker") { sayWhere("last") })
      app.launch(
        "later", TaskOptions(.afterReady),
        body: .background { _ in DispatchSemaphore(value: 0).wait() })
    }
  }

  /// The last task of the main lane runs until a background task is about to hop.
  static var lastHop: Application {
    let (begun, leaving) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    return application { app in
      app.add(
        .onMain("Last") {
          begun.signal()
          leaving.wait()
          sayWhere("last")
        })
      app.launch("waiter", body: .background { _ in begun.wait() })
      app.launch(
        "traveler", TaskOptions(after: "waiter"),
        body: .background { _ in
          await Task.yield()
          leaving.signal()
          await MainActor.run { sayWhere("hop") }
        })
    }
  }

  /// Does nothing for a while: the processor time of the wait itself shows only over time.
  static var idle: Application {
    application { app in
      app.launch(
        "sleeper",
        body: .background { _ in
          _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(500))
        })
    }
  }

  static var overdue: Application {
    application(limit: .milliseconds(100)) { app in
      app.launch(
        "Storage",
        body: .background { _ in
          for await _ in AsyncStream(Void.self, { _ in }) {}
        })
      app.add(.onMain("Orders", after: "Storage") { sayWhere("Orders") })
    }
  }

  static var broken: Application {
    application { app in
      app.launch("Storage", TaskOptions(essential: true), body: .background { _ in throw Broken() })
      app.add(.onMain("Orders", after: "Storage") { sayWhere("Orders") })
    }
  }

  private static func application(
    limit: Duration = .seconds(60), _ build: (inout ApplicationBuilder) -> Void
  ) -> Application {
    Application(
      modules: [], limits: Application.Limits(launch: limit, shutdown: .seconds(5)), build)
  }
}

/// A module of any name with one task on the main lane.
final class Screen: Module {
  static var manifest: ModuleManifest { .onMain("Screen") {} }
  init(context: ModuleContext) {}
}

extension ModuleManifest {
  static func onMain(
    _ name: ModuleName, after: ModuleName? = nil,
    _ body: @escaping @MainActor @Sendable () -> Void
  ) -> ModuleManifest {
    var options = ModuleOptions(name: name)
    options.dependencies = after.map { [ModuleDependency(.after, $0)] } ?? []
    return ModuleManifest(of: Screen.self, options) { module in
      module.launch("show", body: .main { _, _ in body() })
    }
  }
}

/// Prints a line with the kind of thread.
func sayWhere(_ line: String) { say("\(line) \(Thread.isMainThread ? "on" : "off") main") }

/// Writes a line immediately: a pipe would otherwise keep it until the end.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
