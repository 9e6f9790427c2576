// SPDX-License-Identifier: Apache-2.0

import CRecords
import Gantry
import GantryDiscovery

extension Benchmarks {
  /// Finding the records that are linked into this executable: 1,000, those of functions, one of Gantry
  /// itself, and that of the inspector.
  static var discovery: Benchmark {
    Benchmark(
      "discovery.scan.1000", aim: 100_000,
      subject: .init("LinkedRecords.scan") {
        let expected = Int(gantry_bench_records()) + functionRecords + 2
        let found = LinkedRecords.scan().records.count
        guard found == expected else { throw ScanError(expected: expected, found: found) }
        return { count in
          for _ in 0..<count { Sink.shared.sum &+= LinkedRecords.scan().records.count }
        }
      })
  }
}

/// A scan did not find what is linked.
struct ScanError: Error {
  let expected: Int
  let found: Int
}
