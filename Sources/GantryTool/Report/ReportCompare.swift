// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import GantryLaunch
internal import GantryReports

extension ReportCommand {
  /// `gantry report compare`: finds out whether launches have become slower.
  struct Compare: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "compare",
      abstract: "Compare launches, and find what became slower by more than chance.",
      discussion: """
        Give a report, or a folder of reports, for each side. Ten launches a side is a good \
        number, since times differ from launch to launch. Exits with 1 if a time grew by more than \
        chance explains, a task fails that did not before, or a budget is exceeded.
        """)

    @Argument(
      help: ArgumentHelp("The launches before: a report, or a folder.", valueName: "old"),
      completion: .file(extensions: ["json"]))
    var old: String

    @Argument(
      help: ArgumentHelp("The launches after.", valueName: "new"),
      completion: .file(extensions: ["json"]))
    var new: String

    @Option(
      help: ArgumentHelp("A file of budgets, for the launches after.", valueName: "file"),
      completion: .file(extensions: ["json"]))
    var budgets: String?

    @Option(
      help: ArgumentHelp("The smallest change that counts, in percent.", valueName: "percent"))
    var atLeast = 5.0

    @Option(help: "Output format: lines (text), or a JSON object (json).")
    var format = TextFormat.text

    func validate() throws {
      guard atLeast >= 0, atLeast.isFinite else {
        throw ValidationError("'--at-least' must be 0 or more, not \(atLeast).")
      }
    }

    /// Returns the changes, or the reason why they can't be determined.
    func result() throws(ToolFailure) -> ToolResult {
      let (before, after) = (try ReportFile.readAll(old), try ReportFile.readAll(new))
      let limits = try budgets.map { path throws(ToolFailure) in
        try InputFile.json([LaunchBudget].self, path, "a list of budgets")
      }
      let verdict = LaunchVerdict(
        LaunchComparison(
          baseline: before, candidate: after, noise: LaunchNoise(share: atLeast / 100)),
        LaunchBudget.check(limits ?? [], in: after))
      var result = ToolResult(output: [
        format == .text ? verdict.text : try ToolJSON.text(of: verdict)
      ])
      if verdict.isWorse { result.exit = .faults }
      return result
    }
  }
}

/// A comparison of launches, with the budgets that they exceed.
struct LaunchVerdict: Encodable {
  let schemaVersion = 1
  /// Whether the new launches are worse than the old ones or over budget.
  let isWorse: Bool
  let comparison: LaunchComparison
  let violations: [LaunchBudget.Violation]

  init(_ comparison: LaunchComparison, _ violations: [LaunchBudget.Violation]) {
    self.comparison = comparison
    self.violations = violations
    isWorse = !comparison.slower.isEmpty || !comparison.failing.isEmpty || !violations.isEmpty
  }

  /// The verdict as text.
  var text: String {
    var lines = ["\(comparison)"]
    lines += violations.map { "over budget: \($0)" }
    let runs = min(comparison.baselineRuns, comparison.candidateRuns)
    if runs < 3 {
      lines.append(
        "With fewer than 3 launches a side, chance is a guess: give a folder of ten for each.")
    }
    return lines.joined(separator: "\n")
  }
}
