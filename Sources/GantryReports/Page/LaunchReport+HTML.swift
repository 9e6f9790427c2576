// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryLaunch

extension LaunchReport {
  /// The launch as a page of HTML that needs nothing else: no network, no script to be read.
  ///
  /// It shows the critical path, a timeline with a row for each thread (waiting and running told
  /// apart, *ready* as a line), and a table of all tasks with times, reasons and outcomes. Light
  /// and dark follow the reader's setting.
  ///
  /// - Parameter title: The heading of the page.
  /// - Returns: A whole HTML document.
  /// - Complexity: O(n log n).
  public func html(title: String = "Launch") -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <title>\(title.escaped)</title>
    <style>
    \(PageStyle.common)
    \(PageStyle.timeline)
    </style>
    </head>
    <body>
    <header>
    <p class="kicker">\(title.escaped)</p>
    <h1>\(pageHeading.escaped)</h1>
    \(pageFacts)
    </header>
    \(TimelineDrawing(self).html)
    \(pagePath)\(pageFailures)\(TimelineTable(self).html)
    <script>\(PageStyle.filter)</script>
    </body>
    </html>

    """
  }

  private var pageHeading: String {
    if let timeToReady { return "Ready after \(timeToReady.text)" }
    if let stoppedBy { return "Not ready: stopped by \(stoppedBy)" }
    return isCancelled ? "Not ready: cancelled" : "Not ready"
  }

  private var pageFacts: String {
    var facts: [(String, String)] = []
    if let readyRatio, let readyLowerBound {
      facts.append(
        ("Lower bound", "\(readyLowerBound.text) (ready is \(readyRatio.text(decimals: 2)) ×)"))
    }
    let steps = criticalSteps
    if !steps.isEmpty {
      let ran = steps.map(\.ran).reduce(.zero, +)
      let waited = steps.map(\.waited).reduce(.zero, +)
      facts.append(("Critical path", "ran \(ran.text), waited \(waited.text)"))
    }
    facts.append(("Main lane", "taken for \(mainLaneTime.text)"))
    facts.append(("Whole launch", total.text))
    facts.append(("Tasks", "\(tasks.count { !$0.isJoin })"))
    facts.append(("Failed", "\(failed.count)"))
    facts.append(("Skipped", "\(skipped.count)"))
    facts += notes.map { ("Note", $0) }
    let items = facts.map { "<div><dt>\($0.0)</dt><dd>\($0.1.escaped)</dd></div>" }
    return "<dl class=\"facts\">\(items.joined())</dl>"
  }

  private var pageFailures: String {
    let items = tasks.filter { $0.outcome?.isFailure == true }.map {
      "<li><b>\($0.name.escaped)</b> \($0.outcomeText.escaped)</li>\n"
    }
    guard !items.isEmpty else { return "" }
    return """
      <section class="failures">
      <h2>Did not succeed</h2>
      <ul>
      \(items.joined())</ul>
      </section>

      """
  }

  private var pagePath: String {
    let items = criticalSteps.map { step in
      let remarks = remarks(on: step).joined(separator: ", ")
      let wait = remarks.isEmpty ? "" : " <small>\(remarks)</small>"
      return "<li><span>\(step.name.escaped)</span> <b>\(step.ran.text)</b>\(wait)</li>\n"
    }
    guard !items.isEmpty else { return "" }
    return """
      <section>
      <h2>Critical path</h2>
      <p>What ready waited for, one after the other. Only a shorter path makes ready come sooner.</p>
      <ol class="path">
      \(items.joined())</ol>
      </section>

      """
  }
}
