// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantrySupport

/// The table of a page: a row for each task, with its own bar; tasks that did not run come last.
struct TimelineTable {
  private let report: LaunchReport
  private let scale: TimeScale
  private let critical: Set<ModuleName>
  private let rows: Int

  /// Creates the table.
  ///
  /// - Parameter rows: The largest number of rows.
  init(_ report: LaunchReport, rows: Int) {
    (self.report, self.rows) = (report, rows)
    scale = TimeScale(report)
    critical = Set(report.criticalPath)
  }

  /// The section; successful joins are left out, since they only represent other tasks.
  var html: String {
    let all = report.tasks.enumerated().filter { !$0.element.isJoin || $0.element.isBad }
    let shown =
      all
      .sorted { (weight($1.element), $0.offset) < (weight($0.element), $1.offset) }.prefix(rows)
      .sorted {
        ($0.element.startedMilliseconds ?? .infinity, $0.offset)
          < ($1.element.startedMilliseconds ?? .infinity, $1.offset)
      }
      .map { row($0.element) }
    let columns = ["Task", "Stage", "Thread", "", "Start", "Waited", "Ran", "Slack", "Started by"]
    let heads = (columns + ["Outcome"]).enumerated().map { column, head in
      "<th scope=\"col\"\((4...7).contains(column) ? " class=\"n\"" : "")>\(head)</th>"
    }.joined()
    let note =
      shown.count == all.count
      ? ""
      : " Of \(all.count.grouped) tasks, these are the longest, the critical path, and all failures."
    return """
      <section>
      <h2>Tasks</h2>
      <p>In the order they started. A task that waited had everything but a thread. Slack is how
      much later it could have ended without making ready, or the end of the launch, later. Tasks on
      the critical path (›) have none.\(note)</p>
      <p class="filter" hidden=""><label>Filter <input type="search" autocomplete="off"/></label></p>
      <div class="wide" tabindex="0"><table>
      <thead><tr>\(heads)</tr></thead>
      <tbody>
      \(shown.joined(separator: "\n"))
      </tbody>
      </table></div>
      </section>
      """
  }

  /// Failures and the critical path come first in a table with fewer rows, and then the longest tasks.
  private func weight(_ task: LaunchReport.Task) -> Duration {
    task.isBad || critical.contains(task.name) ? .seconds(Int.max) : task.duration ?? .zero
  }

  private func row(_ task: LaunchReport.Task) -> String {
    let isCritical = critical.contains(task.name)
    let classes = [isCritical ? "critical" : "", task.outcome?.isFailure == true ? "bad" : ""]
      .filter { !$0.isEmpty }.joined(separator: " ")
    let name = task.name.rawValue.breakable
    let mark = isCritical ? "<span title=\"on the critical path\">›</span> " : ""
    let head = """
      <tr class="\(classes)"><th scope="row">\(mark)\(name)</th><td class="w">\(task.stage.label)</td>
      """
    let outcome = task.outcomeText.escaped
    guard task.startedMilliseconds != nil else {
      return "\(head)<td class=\"o\" colspan=\"8\">\(outcome)</td></tr>"
    }
    let waited = task.waited.flatMap { $0 > .zero ? $0 : nil }
    let times = [task.started, waited, task.duration].map { $0?.text ?? "" }
    let numbers = (times + [task.slackText(isCritical: isCritical)]).map {
      "<td class=\"n\">\($0)</td>"
    }
    let release = task.releasedBy.map { $0 == .start ? "" : "\($0)".breakable } ?? ""
    return """
      \(head)<td class="w">\(task.track.escaped)</td><td class="t">\(bar(task))</td>\(numbers.joined())\
      <td>\(release)</td><td class="o">\(outcome)</td></tr>
      """
  }

  private func bar(_ task: LaunchReport.Task) -> String {
    guard let started = task.startedMilliseconds else { return "" }
    let start = scale.position(of: started)
    let end = scale.position(of: task.finishedMilliseconds ?? report.totalMilliseconds)
    let queued = scale.position(of: min(started, task.queuedMilliseconds ?? started))
    let ready = scale.ready.map { scale.position(of: $0).percent }.map {
      "<line class=\"ready\" x1=\"\($0)\" x2=\"\($0)\" y1=\"0\" y2=\"100%\"/>"
    }
    let wait =
      start - queued > 0.002
      ? "<line class=\"waiting\" x1=\"\(queued.percent)\" x2=\"\(start.percent)\" y1=\"7\" y2=\"7\"/>"
      : ""
    return """
      <svg height="14">\(ready ?? "")\(wait)<rect class="\(task.stage.rawValue)" \
      x="\(min(start, 0.99).percent)" y="2" width="\(max(end - start, 0.01).percent)" height="10"/>\
      </svg>
      """
  }
}
