// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import GantryCore
internal import GantryLaunch
internal import GantrySupport

/// `gantry plan`: prints the launch plan of an app.
struct PlanCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Print the launch plan of an app: all its tasks, in running order.",
    discussion: """
      Nothing in the app is started: its manifest has the launch graph. Of several tasks that could \
      start, the one with the higher priority goes first, then the one with the longer way to \
      ready. Give a report for the times of the tasks; without one, all count as equally long.
      """)

  @OptionGroup var app: AppOptions

  @Option(
    help: ArgumentHelp(
      "The report of a launch, as JSON, for the durations of the tasks.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var report: String?

  @Option(help: "Output format: a table (text), or a JSON object (json).")
  var format = TextFormat.text

  @Flag(help: "Print the document of the plan as JSON, which `gantry fleet` reads.")
  var document = false

  /// Returns the plan. An app with faults has none.
  func result() throws(ToolFailure) -> ToolResult {
    let source = try app.source()
    var tasks: [LaunchReport.Task] = []
    if let report { tasks = try ReportFile.read(report).tasks }
    let plan = try Self.plan(
      of: source,
      durations: Dictionary(
        tasks.compactMap { task in task.duration.map { (task.name.rawValue, $0) } },
        uniquingKeysWith: { first, _ in first }))
    if document { return ToolResult(output: [try ToolJSON.text(of: PlanDocument(plan))]) }
    return ToolResult(output: [format == .text ? "\(plan)" : try ToolJSON.text(of: plan)])
  }

  private static func plan(
    of source: ManifestSource, durations: [String: Duration]
  ) throws(ToolFailure) -> LaunchPlan {
    let faults = source.manifest.findings?.faults ?? []
    guard faults.isEmpty else {
      let texts = Fault.texts(of: faults)
      throw ToolFailure(texts.map { "\(source.name): \($0)" }.joined(separator: "\n"), .faults)
    }
    do {
      return try source.manifest.graph.launch.plan(durations: durations)
    } catch {
      throw ToolFailure("\(source.name): \(error)", .faults)
    }
  }
}
