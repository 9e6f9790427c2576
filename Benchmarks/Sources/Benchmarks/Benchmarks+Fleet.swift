// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryFleet
import Logging

extension Benchmarks {
  /// The row of a launch of 50 tasks.
  static var launchRow: Benchmark {
    Benchmark(
      "fleet.row", aim: 100_000,
      subject: .init("row of 50 tasks") {
        let silent = Logger(label: "benchmarks") { _ in SwiftLogNoOpLogHandler() }
        let application = Application(modules: [], logger: silent) { application in
          for number in 0..<50 {
            application.launch(ModuleName("task\(number)"), body: .background { _ in })
          }
        }
        let report = try await application.start()
        let installation = AppInstallation(id: 1, app: "Shop", build: "1", device: "small")
        guard report.row(of: installation) != nil else { throw RowError() }
        return { count in
          for _ in 0..<count { Sink.shared.sum &+= report.row(of: installation)?.utf8.count ?? 0 }
        }
      })
  }
}

/// A launch had no row.
private struct RowError: Error {}
