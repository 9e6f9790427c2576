// SPDX-License-Identifier: Apache-2.0

/// Runs the benchmarks: `Benchmarks [--smoke] [--output FILE] [part of a name]...`
@main
@MainActor
struct Benchmarks {
  typealias Contender = Benchmark.Contender

  /// All that are measured; a new one joins here.
  static var all: [Benchmark] {
    [
      dispatch, discovery, services, values, launch, wideLaunch, machine, launchReport,
      journalMark, journalOpen, restart,
      health,
      routes,
      manyRoutes,
    ] + launchPlans + monitoring + telemetry + inspector + functions + [launchRow]
  }

  static func main() async throws {
    let session = Session()
    var report = try await session.run(all)
    if session.parts.isEmpty || session.parts.contains(where: "launch.ready.ratio".contains) {
      try addLaunchRatios(to: &report)
    }
    try session.finish(report)
  }
}
