// SPDX-License-Identifier: Apache-2.0

import Gantry
import Synchronization

extension ServiceKeys {
  fileprivate var userName: ServiceKey<String?> { .init() }
  fileprivate var city: ServiceKey<String?> { .init() }
}

extension Benchmarks {
  /// Reading a keyed service that is text, beside the dictionary that one writes without a
  /// framework. The dictionary holds the value, while a service calls its provider at each read.
  static var values: Benchmark {
    Benchmark(
      "value.read", allocations: 0,
      subject: .init("services[\\.key]") {
        let services = Application(modules: []) {
          $0.provide(\.userName) { "a name that is no small string" }
          $0.provide(\.city) { "Oslo" }
        }.services
        return { count in
          var sum = 0
          for _ in 0..<count { sum &+= services[\.userName]?.utf8.count ?? 0 }
          Sink.shared.sum &+= sum
        }
      },
      peers: [
        .init("[String: Any], locked", aim: 0.6) {
          let values = Names()
          values.set("a name that is no small string", for: "userName")
          values.set("Oslo", for: "city")
          return { count in
            var sum = 0
            for _ in 0..<count { sum &+= (values.get("userName") as? String)?.utf8.count ?? 0 }
            Sink.shared.sum &+= sum
          }
        }
      ])
  }
}

/// Values by name, as most apps keep them.
private final class Names: Sendable {
  private let values = Mutex<[String: any Sendable]>([:])

  func set(_ value: any Sendable, for name: String) { values.withLock { $0[name] = value } }

  func get(_ name: String) -> (any Sendable)? { values.withLock { $0[name] } }
}
