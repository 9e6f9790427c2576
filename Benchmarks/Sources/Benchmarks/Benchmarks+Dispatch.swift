// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Logging

/// What is sent.
struct Ticked: LifecycleEvent {
  let value: Int
}

/// What hears it, in all contenders alike.
final class Ticker: Sendable {
  @MainActor private(set) var sum = 0

  @MainActor func handle(_ event: Ticked) { sum &+= event.value }
}

/// A module with 100 handlers of one event.
final class TickingModule: Module {
  static let handlers = 100
  private let ticker = Ticker()

  static var manifest: ModuleManifest {
    ModuleManifest(of: Self.self) { module in
      for number in 0..<handlers {
        module.on(
          Ticked.self, "handle\(number)", body: .main { module, event, _ in module.handle(event) })
      }
    }
  }

  init(context: ModuleContext) {}

  @MainActor private func handle(_ event: Ticked) { ticker.handle(event) }
}

extension Benchmarks {
  /// One event to 100 handlers of a running module, beside the two ways without a framework.
  static var dispatch: Benchmark {
    Benchmark(
      "event.dispatch.handler", operationsPerRepetition: TickingModule.handlers,
      allocations: 0,
      subject: .init("handlers of a module") { try await module() },
      peers: [
        .init("closure array", aim: 1.2) { closures() },
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
    let closures = makeClosures(TickingModule.handlers)
    return { count in tellAll(closures, count) }
  }

  /// Closures of which the optimizer knows neither how many there are nor what they do.
  ///
  /// An app's closures come from its modules, as our handlers do. An optimizer that sees how the
  /// array is filled may call the one body without a closure; and a closure that is written inside
  /// the call of `append` looks up its actor each time. Neither would be a fair peer.
  @inline(never)
  private static func makeClosures(_ count: Int) -> [@MainActor (Ticked) -> Void] {
    let ticker = Ticker()
    var closures: [@MainActor (Ticked) -> Void] = []
    for _ in 0..<count { closures.append(makeClosure(ticker)) }
    return closures
  }

  @inline(never)
  private static func makeClosure(_ ticker: Ticker) -> @MainActor (Ticked) -> Void {
    guard !CommandLine.arguments.isEmpty else { return { Sink.shared.sum &+= $0.value } }
    return { ticker.handle($0) }
  }

  @inline(never)
  private static func tellAll(_ closures: [@MainActor (Ticked) -> Void], _ count: Int) {
    for value in 0..<count {
      let event = Ticked(value: value)
      for closure in closures { closure(event) }
    }
  }

  private static func notifications() -> Contender.Body {
    let center = NotificationCenter()
    let name = Notification.Name("ticked")
    let event = Ticked(value: 1)
    let ticker = Ticker()
    let tokens = (0..<TickingModule.handlers).map { _ in
      return center.addObserver(forName: name, object: nil, queue: nil) { _ in
        MainActor.assumeIsolated { ticker.handle(event) }
      }
    }
    return { count in
      withExtendedLifetime(tokens) {
        for _ in 0..<count { center.post(name: name, object: nil) }
      }
    }
  }
}
