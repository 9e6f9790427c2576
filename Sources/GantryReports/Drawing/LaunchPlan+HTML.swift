// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryLaunch

extension LaunchPlan {
  /// The plan as a page of HTML that needs nothing else: its graph, and a table in launch order.
  ///
  /// - Parameter title: The heading of the page.
  /// - Returns: A whole HTML document.
  public func html(title: String = "Launch plan") -> String {
    let rows = tasks.enumerated().map { position, task in task.row(position + 1) }
    let count = tasks.count { !$0.isJoin && $0.skipped.isEmpty }
    let blocking = tasks.count { !$0.isJoin && $0.skipped.isEmpty && $0.stage == .beforeReady }
    let skipped = tasks.count { !$0.isJoin && !$0.skipped.isEmpty }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <title>\(title.escaped)</title>
      <style>
      \(PageStyle.common)
      </style>
      </head>
      <body>
      <header>
      <h1>\(title.escaped)</h1>
      <p>\(count) tasks, \(blocking) of them before ready; \(skipped) skipped.</p>
      </header>
      <div class="wide">\(svg())</div>
      <section>
      <h2>Launch order</h2>
      <div class="wide"><table>
      <thead><tr><th scope="col" class="n">#</th><th scope="col">Task</th><th scope="col">Stage</th>\
      <th scope="col">Lane</th><th scope="col" class="n">Priority</th>\
      <th scope="col">Waits for</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      </section>
      </body>
      </html>

      """
  }
}

extension LaunchPlan.Task {
  fileprivate func row(_ number: Int) -> String {
    let cells = [name, stageText, isJoin ? "join" : lane.rawValue].map(\.escaped)
    return """
      <tr><td class="n">\(number)</td><th scope="row">\(cells[0])</th><td>\(cells[1])</td>\
      <td>\(cells[2])</td><td class="n">\(priority)</td><td>\(waitText.escaped)</td></tr>
      """
  }
}
