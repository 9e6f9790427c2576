// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation
import Gantry
import Logging

/// What is sent.
struct Ticked: LifecycleEvent {
  let value: Int
}

/// What each handler does, in all contenders alike.
final class Counter: Sendable {
  @MainActor private(set) var sum = 0

  @MainActor func add(_ event: Ticked) { sum &+= event.value }
}

/// A module with 100 handlers of one event.
final class TickingModule: Module {
  static let handlers = 100
  private let counter = Counter()

  static var manifest: ModuleManifest {
    ModuleManifest(of: Self.self) { module in
      for number in 0..<handlers {
        module.onMain(Ticked.self, "handle\(number)") { module, event, _ in module.handle(event) }
      }
    }
  }

  init(context: ModuleContext) {}

  @MainActor private func handle(_ event: Ticked) { counter.add(event) }
}

extension Benchmarks {
  /// One event to 100 handlers of a running module, beside the two ways without a framework.
  static var dispatch: Benchmark {
    Benchmark(
      "event.dispatch.handler", operationsPerRepetition: TickingModule.handlers,
      allocatesNothing: true,
      subject: .init("handlers of a module") { try await module() },
      peers: [
        .init("closure array", aim: 1.5) { closures() },
        .init("NotificationCenter", aim: 0.125) { notifications() },
      ])
  }

  private static func module() async throws -> Contender.Body {
    let silent = Logger(label: "benchmarks") { _ in SwiftLogNoOpLogHandler() }
    let application = Application(modules: [TickingModule.self], logger: silent)
    try await application.start()
    let events = application.events
    return { count in
      withExtendedLifetime(application) {
        for value in 0..<count { events.send(Ticked(value: value)) }
      }
    }
  }

  private static func closures() -> Contender.Body {
    let closures = (0..<TickingModule.handlers).map { _ -> @MainActor (Ticked) -> Void in
      let counter = Counter()
      return { counter.add($0) }
    }
    return { count in
      for value in 0..<count {
        let event = Ticked(value: value)
        for closure in closures { closure(event) }
      }
    }
  }

  private static func notifications() -> Contender.Body {
    let center = NotificationCenter()
    let name = Notification.Name("ticked")
    let event = Ticked(value: 1)
    let tokens = (0..<TickingModule.handlers).map { _ in
      let counter = Counter()
      return center.addObserver(forName: name, object: nil, queue: nil) { _ in
        MainActor.assumeIsolated { counter.add(event) }
      }
    }
    return { count in
      withExtendedLifetime(tokens) {
        for _ in 0..<count { center.post(name: name, object: nil) }
      }
    }
  }
}
