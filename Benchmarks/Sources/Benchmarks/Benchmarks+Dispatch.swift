// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation

extension Benchmarks {
  /// One event to 100 handlers, beside the two ways of doing it without a framework.
  ///
  /// The subject is a closure array until the dispatcher stands in its place.
  static var dispatch: Benchmark {
    let handlers = 100
    return Benchmark(
      "event.dispatch.handler", operationsPerRepetition: handlers,
      subject: .init("closure array") {
        let array = (0..<handlers).map { number in { @MainActor in Sink.shared.sum &+= number } }
        return { count in
          for _ in 0..<count {
            for handler in array { handler() }
          }
        }
      },
      peers: [.init("NotificationCenter", aim: 0.125) { notifications(handlers) }])
  }

  private static func notifications(_ handlers: Int) -> @MainActor (Int) -> Void {
    let center = NotificationCenter()
    let name = Notification.Name("benchmark")
    let tokens = (0..<handlers).map { number in
      center.addObserver(forName: name, object: nil, queue: nil) { _ in
        MainActor.assumeIsolated { Sink.shared.sum &+= number }
      }
    }
    return { count in
      withExtendedLifetime(tokens) {
        for _ in 0..<count { center.post(name: name, object: nil) }
      }
    }
  }
}
