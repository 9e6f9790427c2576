// SPDX-License-Identifier: Apache-2.0

import Gantry
import Synchronization

extension Benchmarks {
  /// Reading a shared value that is text, beside the dictionary that one writes without a framework.
  static var values: Benchmark {
    Benchmark(
      "value.read", allocatesNothing: true,
      subject: .init("SharedValues") {
        let values = SharedValues(owner: "Benchmark")
        try values.provide("a name that is no small string", for: \.userID)
        try values.provide("Oslo", for: \.city)
        return { count in
          var sum = 0
          for _ in 0..<count { sum &+= values.userID?.utf8.count ?? 0 }
          Sink.shared.sum &+= sum
        }
      },
      peers: [
        .init("[String: Any], locked", aim: 1) {
          let values = Names()
          values.set("a name that is no small string", for: "userID")
          values.set("Oslo", for: "city")
          return { count in
            var sum = 0
            for _ in 0..<count { sum &+= (values.get("userID") as? String)?.utf8.count ?? 0 }
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
