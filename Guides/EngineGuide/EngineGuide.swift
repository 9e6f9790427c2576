// SPDX-License-Identifier: Apache-2.0

// region: program
import GantryLaunch

@main
struct EngineGuide {
  static func main() async throws {
    let graph = LaunchGraph(nodes: [
      LaunchNode("open", timeout: .seconds(5)),
      LaunchNode("show", lane: .main, edges: [LaunchEdge(.requires, "open")]),
      LaunchNode("fetch", stage: .afterReady, isAsynchronous: true, retry: .backoff),
    ])
    let plan = try graph.plan()
    print(plan)

    let run = LaunchRun(
      plan,
      bodies: [
        "open": .worker { print("open: may block its thread") },
        "show": .main { print("show: on the main actor") },
        "fetch": .background { print("fetch: may suspend") },
      ], hooks: LaunchHooks(onWarning: { print($0) }))
    async let launch: Void = run.execute()
    try await run.ready(within: .seconds(10))
    let report = await run.finish()
    await launch
    print(report.summary)
  }
}
// endregion
