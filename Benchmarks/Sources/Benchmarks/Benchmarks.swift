// SPDX-License-Identifier: Apache-2.0

/// Runs the benchmarks: `Benchmarks [--smoke] [--output FILE] [part of a name]...`
@main
@MainActor
struct Benchmarks {
  typealias Contender = Benchmark.Contender

  /// All that are measured; a new one joins here.
  static var all: [Benchmark] {
    [
      dispatch, discovery, services, values, launch, launchPlan, launchFile, journalMark,
      journalOpen, restart, routes, manyRoutes,
    ] + monitoring
  }

  static func main() async throws {
    let session = Session()
    var report = try await session.run(all)
    let ratios = "launch.ready.ratio launch.total.ratio"
    if session.parts.isEmpty || session.parts.contains(where: ratios.contains) {
      try addLaunchRatios(to: &report)
    }
    try session.finish(report)
  }
}
