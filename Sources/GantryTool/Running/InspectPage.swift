// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryCore
internal import GantryInspector
internal import GantryLaunch
internal import GantryReports

/// Everything about a running app on one page, which needs no other file.
struct InspectPage {
  /// The largest number of events and calls, of timings and of launch tasks on the page.
  private static let rows = 200

  private static let graphNote =
    "Each layer needs only layers above it. In brackets: the kind of dependency."

  let app: InspectedApp
  let modules: [ModuleView]
  let report: LaunchReport?
  /// The layers of the modules, which don't change while the app runs.
  let graph: String
  let entries: [InspectedEntry]
  let configuration: [ConfigurationSetting]
  let values: [ConfigurationSetting]
  /// The reason why the page no longer changes, as a sentence; nil while it does.
  var end: String?
  /// Whether the app was suspended at the last look; the rest is older then.
  var isSuspended = false

  /// Returns the page.
  ///
  /// - Parameter now: The time at which it is written.
  func html(at now: Date = Date()) -> String {
    let time = now.formatted(date: .omitted, time: .standard)
    let milliseconds = Int(now.timeIntervalSince1970 * 1_000)
    let body = """
      <nav><a href="#modules">Modules</a> <a href="#timings">Timings</a> \
      <a href="#record">Events and calls</a> <a href="#configuration">Configuration</a> \
      <a href="#launch">Timeline</a> <a href="#graph">Graph</a></nav>
      <main>
      <header><p class="kicker">\(app.program.escaped), process \(app.process)</p>
      <h1 class="\(app.state)">The app is \(app.state)</h1>
      <p id="now" role="status" data-written="\(milliseconds)" data-ended="\(end != nil)">\
      \(currency(time).escaped)</p>
      \(facts)</header>
      \(waiting)
      \(moduleList)
      \(timings)
      \(record)
      \(settings("configuration", "Configuration", "Source", configuration))
      \(settings("values", "Values of keyed services", "Provider", values))
      <div id="launch">\(report?.pageSections(rows: Self.rows) ?? "")</div>
      \(Self.section("graph", "Graph", Self.graphNote, "<pre class=\"wide\">\(graph.escaped)</pre>"))
      </main>
      <script>\(PageStyle.script)\(Self.script)</script>
      """
    return PageStyle.page(
      "\(app.program): \(app.state)",
      [PageStyle.common, PageStyle.timeline, Self.style], body)
  }

  /// Whether the page is current, as a sentence.
  private func currency(_ time: String) -> String {
    if let end { return "Not current: \(end)." }
    return isSuspended ? "Not current: \(app.program) is suspended." : "Current at \(time)."
  }

  private var facts: String {
    let facts =
      [
        ("Modules", app.count), ("Ready after", report?.timeToReady?.text ?? "–"),
        ("Watched for", Duration.seconds(app.recordedSeconds).text),
        ("Changes", app.allowsChanges ? "allowed" : "not allowed"),
      ] + (app.safeMode.map { [("Safe mode", $0)] } ?? [])
    let items = facts.map { "<div><dt>\($0.0)</dt><dd>\($0.1.escaped)</dd></div>" }
    return "<dl class=\"facts\">\(items.joined())</dl>"
  }

  private var waiting: String {
    guard !app.waits.isEmpty else { return "" }
    let items = app.waits.map { "<li>\($0.escaped)</li>" }.joined(separator: "\n")
    return "<section class=\"failures\"><h2>Waiting</h2>\n<ul>\(items)</ul></section>"
  }

  /// The modules: a line of each, which opens to its other facts.
  private var moduleList: String {
    let parts = modules.map { module in
      let facts = module.facts.map { "<dt>\($0.name)</dt><dd>\($0.text.escaped)</dd>" }
      let why = [module.why, module.mailbox ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
      return """
        <details id="module-\(module.name.escaped)"><summary>\(Self.line(module.cells, module.state))\
        \(why.isEmpty ? "" : "<em>\(why.escaped)</em>")</summary><dl>\(facts.joined())</dl></details>
        """
    }
    return Self.section(
      "modules", "Modules", "Each opens to its times, dependencies, events, routes and services.",
      """
      <p class="filter" hidden=""><label>Filter <input type="search" autocomplete="off"/></label></p>
      <p class="head">\(Self.line(ModuleView.head.map(\.capitalized), ""))</p>
      \(parts.joined(separator: "\n"))
      """)
  }

  private static func line(_ cells: [String], _ state: String) -> String {
    cells.enumerated().map { column, cell in
      switch column {
      case 0: "<b>\(cell.escaped)</b>"
      case 1 where !state.isEmpty: "<i class=\"\(state)\">\(cell)</i>"
      default: "<i>\(cell.escaped)</i>"
      }
    }.joined()
  }

  private var record: String {
    let names = Set(modules.map(\.name))
    let rows = entries.suffix(Self.rows).reversed().map { entry in
      [
        InspectedEntry.clock(entry.seconds), entry.kind.rawValue, entry.subject.breakable,
        entry.module.map {
          names.contains($0)
            ? "<a href=\"#module-\($0.escaped)\">\($0.escaped)</a>" : $0.escaped
        } ?? "",
        entry.hasFailed == true
          ? "<span class=\"failed\">\(entry.details.breakable)</span>" : entry.details.breakable,
        ModuleView.time(entry.milliseconds),
      ]
    }
    let note =
      entries.count > Self.rows
      ? "The last \(Self.rows) of \(entries.count.grouped)" : "The latest first"
    return Self.section(
      "record", "Events and calls of the last minute",
      "\(note), with the seconds since the first look. Names only: values may be secret.",
      Self.table(
        ["Second", "Kind", "Event or route", "Module", "Details", "Took"], numeric: [0, 5],
        heading: 2, rows, none: "Nothing has happened since the first look."))
  }

  private var timings: String {
    let all = Timing.all(of: entries)
    let rows = all.prefix(Self.rows).map { timing in
      let cells = timing.cells.map(\.breakable)
      return [cells[2], cells[1], cells[0]] + cells[3...]
    }
    return Self.section(
      "timings", "Timings of the last minute",
      "\(rows.count) of \(all.count.grouped) event handlers and routes, the slowest first.",
      Self.table(
        ["Event or route", "Module", "Kind", "Calls", "Median", "p95", "Longest"],
        numeric: [3, 4, 5, 6],
        rows, none: "No handler or route was called."))
  }

  private func settings(
    _ id: String, _ title: String, _ source: String, _ settings: [ConfigurationSetting]
  ) -> String {
    guard !settings.isEmpty else { return "<section id=\"\(id)\"></section>" }
    return Self.section(
      id, title, "Secrets are hidden.",
      Self.table(["Key", "Value", source], settings.map { $0.cells.map(\.breakable) }))
  }
}

extension InspectPage {
  private static func section(
    _ id: String, _ title: String, _ note: String, _ body: String
  ) -> String {
    "<section id=\"\(id)\"><h2>\(title)</h2>\n<p>\(note)</p>\n\(body)</section>"
  }

  /// A table of cells that are HTML.
  ///
  /// - Parameter heading: The column with the heading of a row, which stays in sight on a small screen.
  static func table(
    _ heads: [String], numeric: Set<Int> = [], heading: Int = 0, _ rows: [[String]],
    none: String = ""
  ) -> String {
    guard !rows.isEmpty || none.isEmpty else { return "<p>\(none)</p>" }
    func style(_ column: Int) -> String { numeric.contains(column) ? " class=\"n\"" : "" }
    let head = heads.enumerated().map { "<th scope=\"col\"\(style($0))>\($1)</th>" }.joined()
    let body = rows.map { row in
      let cells = row.enumerated().map { column, cell in
        column == heading
          ? "<th scope=\"row\">\(cell)</th>" : "<td\(style(column))>\(cell)</td>"
      }
      return "<tr>\(cells.joined())</tr>"
    }
    return """
      <div class="wide" tabindex="0"><table><thead><tr>\(head)</tr></thead>
      <tbody>
      \(body.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  private static let style = """
    nav { display: flex; flex-wrap: wrap; gap: 4px 18px; margin-bottom: 20px; }
    a { color: inherit; text-underline-offset: 2px; }
    a:focus-visible, summary:focus-visible {
      outline: 2px solid var(--beforeReady); outline-offset: 2px; }
    #modules i[class]::before, h1::before { content: var(--mark, "◐ ");
      color: var(--tone, var(--beforeReady)); }
    .ready, .launched { --mark: "● "; --tone: var(--idle); }
    .stopped, .leftOut { --mark: "○ "; --tone: var(--soft); }
    .degraded { --mark: "▲ "; --tone: var(--alarm); } .failed { --mark: "✗ "; --tone: var(--alarm); }
    #now[data-ended=true] { color: var(--alarm); font-weight: 600; }
    .head, summary { display: grid; grid-template-columns: 5fr 2fr 4fr 3fr 84px; gap: 0 12px; }
    .head { max-width: none; margin: 0; font-size: 12px; }
    .head, details { border-bottom: 1px solid var(--line); padding: 3px 0; }
    summary { cursor: pointer; list-style: none; } summary::-webkit-details-marker { display: none; }
    summary:hover { background: var(--band); }
    summary b::before { content: "▸ "; color: var(--soft); } [open] b::before { content: "▾ "; }
    #modules b, #modules i { font-weight: 400; font-style: normal; overflow-wrap: anywhere; }
    #modules i:nth-of-type(4) { text-align: right; font-variant-numeric: tabular-nums; }
    em { grid-column: 1 / -1; padding-left: 18px; color: var(--soft); font-style: normal;
      overflow-wrap: anywhere; }
    details dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px;
      margin: 6px 0 10px 18px; }
    dl dt { color: var(--soft); } details dd { margin: 0; overflow-wrap: anywhere;
      white-space: pre-line; }
    @media (max-width: 600px) {
      .head, summary { grid-template-columns: 1fr 90px 74px; }
      .head i:nth-of-type(2), .head i:nth-of-type(3) { display: none; }
      summary i:nth-of-type(2), summary i:nth-of-type(3) { order: 1; color: var(--soft);
        padding-left: 18px; } summary i:nth-of-type(3) { grid-column: 2 / -1; padding: 0; }
      details:not([open]) :is(i:nth-of-type(2), i:nth-of-type(3)) { display: none; } }
    pre { font-size: 12px; }
    #record .failed { color: var(--alarm); } #record .failed::before { content: "✗ "; }
    @media (max-width: 600px) {
      #record table { width: 100%; } #record thead { display: none; }
      #record tr { display: grid; grid-template-columns: 7ch 1fr auto; padding: 3px 0;
        border-bottom: 1px solid var(--line); }
      #record :is(th, td) { border: 0; padding: 0 8px 0 0; max-width: none; text-align: left; }
      #record :is(td:nth-child(1), td:nth-child(2)) { grid-row: 2; color: var(--soft); }
      #record th { grid-column: 1 / 3; }
      #record td:nth-child(5) { grid-row: 3; grid-column: 1 / -1; overflow-wrap: anywhere; }
      #record :is(td:nth-child(4), td:nth-child(6)) { text-align: right; padding: 0; }
      #record td:nth-child(6) { grid-row: 1; grid-column: 3; } }
    """

  /// Loads the file again while the command runs, and keeps the scroll position.
  private static let script = """

    const now = document.getElementById('now'), key = location.pathname;
    const field = document.querySelector('#modules input');
    const parts = () => [...document.querySelectorAll('details')];
    const kept = JSON.parse(sessionStorage.getItem(key) || '{}');
    for (const part of parts()) part.open = (kept.open || []).includes(part.id);
    if (kept.zoom) document.getElementById(kept.zoom)?.click();
    if (kept.filter) { field.value = kept.filter; field.dispatchEvent(new Event('input')); }
    if (kept.focus) field.focus();
    if (kept.y !== undefined) scrollTo(0, kept.y);
    const keep = () => sessionStorage.setItem(key, JSON.stringify({
      y: scrollY, open: parts().filter(part => part.open).map(part => part.id),
      filter: field.value, focus: document.activeElement === field,
      zoom: document.querySelector('input[name=zoom]:checked')?.id }));
    addEventListener('pagehide', keep);
    const show = () => {
      const part = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (part?.tagName === 'DETAILS') part.open = true;
    };
    addEventListener('hashchange', show);
    if (!kept.open) show();
    if (now.dataset.ended === 'false')
      setTimeout(() => {
        if (Date.now() - now.dataset.written < 6000 + 2000) return keep(), location.reload();
        now.dataset.ended = true;
        now.textContent = 'Not current: the command no longer runs.';
      }, 2000);
    """
}
