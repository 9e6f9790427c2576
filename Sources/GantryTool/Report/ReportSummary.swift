// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import GantryLaunch
internal import GantryReports
internal import GantrySupport

extension ReportCommand {
  /// `gantry report`: summarizes a launch on half a page.
  struct Summary: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "summary",
      abstract: "Show how long a launch took, its longest tasks and its failures.")

    @OptionGroup var report: ReportOptions

    func result() throws(ToolFailure) -> ToolResult { try report.result { $0.toolSummary } }
  }

  /// `gantry report blame`: lists the tasks, longest first.
  struct Blame: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "blame",
      abstract: "List the tasks of a launch by how long they ran, the longest first.",
      discussion: """
        A task could have ended later by its slack, and the app would have been ready at the same \
        time. `›` marks the critical path, which has no slack.
        """)

    @OptionGroup var report: ReportOptions

    @Flag(help: "A line for each module instead of each task.")
    var modules = false

    func result() throws(ToolFailure) -> ToolResult {
      try report.result {
        modules ? $0.blameOfModules(atMost: .max) : $0.blameOfTasks(atMost: .max)
      }
    }
  }

  /// `gantry report critical-path`: lists the tasks that *ready* waited for.
  struct CriticalPath: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "critical-path",
      abstract: "List the tasks that ready waited for, one after the other.",
      discussion: """
        Each released the next one, or had the thread that the next one waited for. Only a shorter \
        path makes ready come sooner.
        """)

    @OptionGroup var report: ReportOptions

    func result() throws(ToolFailure) -> ToolResult { try report.result { $0.criticalPathText } }
  }
}

extension LaunchReport {
  /// The launch on half a page: its times, its longest tasks, and the tasks that didn't succeed.
  var toolSummary: String {
    var times = ["main lane busy for \(mainLaneTime.text)", "whole launch \(total.text)"]
    if let readyRatio, let readyLowerBound {
      let ratio = readyRatio.text(decimals: 2)
      times.insert("ready at \(ratio) × its lower bound, \(readyLowerBound.text)", at: 0)
    }
    let ran = tasks.count { $0.duration != nil }
    return [
      "\(headline)\n\(times.joined(separator: "; "))",
      criticalPath.isEmpty ? "" : "Critical path\n\(criticalPathText)",
      ran == 0 ? "" : "Longest tasks\n\(blameOfTasks(atMost: 5))",
      ran == 0 ? "" : "Longest modules\n\(blameOfModules(atMost: 5))",
      troubles, notes.map { "Note: \($0)" }.joined(separator: "\n"),
    ].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Returns the tasks that ran, longest first.
  func blameOfTasks(atMost count: Int) -> String {
    let critical = Set(criticalPath)
    let ran = tasks.enumerated().filter { $0.element.duration != nil }
      .sorted {
        ($1.element.duration ?? .zero, $0.offset) < ($0.element.duration ?? .zero, $1.offset)
      }
      .map(\.element)
    var table = TextTable(["ran", "", "task", "on", "slack"], numeric: [0, 4])
    for task in ran.prefix(count) {
      table.add([
        task.duration?.text ?? "", critical.contains(task.name) ? "›" : "",
        task.name.rawValue, task.track,
        task.slackText(isCritical: critical.contains(task.name)),
      ])
    }
    return table.text + more(ran.count - count, "task")
  }

  /// Returns the modules whose tasks ran, longest first.
  func blameOfModules(atMost count: Int) -> String {
    let steps = Set(criticalPath)
    let critical = Set(tasks.lazy.filter { steps.contains($0.name) }.map(\.owner))
    let ran = Dictionary(grouping: tasks.filter { $0.duration != nil }, by: \.owner)
    let modules = ran.map { name, tasks in
      (name: name, count: tasks.count, time: tasks.compactMap(\.duration).reduce(.zero, +))
    }.sorted { ($1.time, $0.name) < ($0.time, $1.name) }
    var table = TextTable(["ran", "", "module", "tasks"], numeric: [0, 3])
    for module in modules.prefix(count) {
      table.add([
        module.time.text, critical.contains(module.name) ? "›" : "", module.name.rawValue,
        "\(module.count)",
      ])
    }
    return table.text + more(modules.count - count, "module")
  }

  /// The tasks that *ready* waited for, with their times.
  var criticalPathText: String {
    guard let timeToReady else { return "The app was not ready: there is no critical path." }
    guard !criticalPath.isEmpty else { return "Ready waited for no task." }
    var table = TextTable(["starts at", "waited", "ran", "task", ""], numeric: [0, 1, 2])
    var time = Duration.zero
    for step in criticalSteps {
      time += step.gap
      let track = task(named: step.name)?.track ?? ""
      table.add([
        time.text, step.waited > .zero ? step.waited.text : "", step.ran.text,
        step.name.rawValue,
        step.isBehind ? "\(track), after the one before left it" : track,
      ])
      time += step.ran
    }
    table.add([timeToReady.text, "", "", "ready"])
    return table.text
  }

  /// The tasks that failed or are waiting, with the reasons.
  private var troubles: String {
    tasks.filter { $0.outcome?.isFailure == true || !$0.awaitedMilestones.isEmpty }
      .map { "\($0.name): \($0.outcomeText)" }.joined(separator: "\n")
  }

  private func more(_ count: Int, _ noun: String) -> String {
    count > 0 ? "\n… and \(count.counted(noun)) more" : ""
  }
}
