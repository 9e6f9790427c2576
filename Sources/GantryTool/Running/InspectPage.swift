// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryCore
internal import GantryInspector
internal import GantryLaunch
internal import GantryReports

/// Everything about a running app on one page, which needs no other file.
struct InspectPage {
  /// The largest number of events and calls on the page.
  private static let rows = 300
  /// The marks of states, which tell them apart without color.
  private static let marks = [
    "ready": "●", "starting": "◐", "degraded": "▲", "failed": "✗", "stopped": "○",
  ]

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

  /// Returns the page.
  ///
  /// - Parameter now: The time at which it is written.
  func html(at now: Date = Date()) -> String {
    let milliseconds = Int(now.timeIntervalSince1970 * 1_000)
    let body = """
      <nav><a href="#modules">Modules</a> <a href="#record">Events and calls</a> \
      <a href="#timings">Timings</a> <a href="#configuration">Configuration</a> \
      <a href="#launch">Launch</a> <a href="#graph">Graph</a></nav>
      <main>
      <header><p class="kicker">\(app.program.escaped), process \(app.process)</p>
      <h1>\(Self.mark(app.state)) The app is \(app.state)</h1>
      <p id="now" role="status" data-written="\(milliseconds)" data-ended="\(end != nil)">\
      \((end.map { "Not current: \($0)." } ?? "Current at \(Self.time(now)).").escaped)</p>
      \(facts)</header>
      \(waiting)
      \(moduleTable)
      \(moduleParts)
      \(record)
      \(timings)
      \(settings("configuration", "Configuration", "Source", configuration))
      \(settings("values", "Values of keyed services", "Provider", values))
      <div id="launch">\(report?.pageSections ?? "")</div>
      \(graphSection)
      </main>
      <script>\(PageStyle.filter)\(Self.script)</script>
      """
    return PageStyle.page(
      "\(app.program): \(app.state)",
      [PageStyle.common, PageStyle.timeline, Self.tableStyle, Self.style], body)
  }

  private var facts: String {
    let facts =
      [
        ("Modules", app.count), ("Ready after", report?.timeToReady?.text ?? "–"),
        ("Recorded for", Duration.seconds(app.recordedSeconds).text),
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

  private var moduleTable: String {
    let rows = modules.map { module in
      [
        "<a href=\"#\(Self.id(module.name))\">\(module.name.breakable)</a>",
        Self.mark(module.state) + " \(module.state)",
        "\(module.stage.rawValue)\(module.isEssential ? ", essential" : "")",
        module.lanes.joined(separator: ", "), ModuleView.time(module.launchMilliseconds),
        (module.reasons + [module.mailbox].compactMap(\.self)).joined(separator: " ← ").escaped,
      ]
    }
    return """
      <section id="modules"><h2>Modules</h2>
      <p class="filter" hidden=""><label>Filter <input type="search" autocomplete="off"/></label></p>
      \(Self.table(["Module", "State", "Stage", "Lane", "Launch", "Why"], numeric: [4], rows))</section>
      """
  }

  private var moduleParts: String {
    let parts = modules.map { module in
      let facts = module.facts.map { "<dt>\($0.name)</dt><dd>\($0.text.breakable)</dd>" }
      return """
        <details id="\(Self.id(module.name))"><summary>\(Self.mark(module.state)) \
        \(module.name.breakable)</summary><dl class="part">\(facts.joined())</dl></details>
        """
    }
    return "<section><h2>Each module</h2>\n\(parts.joined(separator: "\n"))</section>"
  }

  private var record: String {
    let rows = entries.suffix(Self.rows).reversed().map { entry in
      [
        InspectedEntry.clock(entry.seconds), entry.kind.rawValue, entry.subject.breakable,
        (entry.module ?? "").breakable, entry.details.breakable,
        ModuleView.time(entry.milliseconds),
      ]
    }
    let note =
      entries.count > Self.rows ? "The last \(Self.rows) of \(entries.count)" : "The latest first"
    return Self.section(
      "record", "Events and calls of the last minute",
      "\(note), with the seconds since the first look. Names only: values may be secret.",
      rows.isEmpty
        ? "<p>Nothing has happened since the first look.</p>"
        : Self.table(
          ["Second", "Kind", "Event or route", "Module", "Details", "Took"], numeric: [0, 5], rows))
  }

  private var timings: String {
    let rows = Timing.all(of: entries).map { $0.cells.map(\.breakable) }
    return Self.section(
      "timings", "Timings of the last minute", "Event handlers and routes, the slowest first.",
      rows.isEmpty
        ? "<p>No handler or route was called.</p>"
        : Self.table(
          ["Kind", "Module", "Name", "Calls", "Median", "95 %", "Longest"],
          numeric: [3, 4, 5, 6], rows))
  }

  private func settings(
    _ id: String, _ title: String, _ source: String, _ settings: [ConfigurationSetting]
  ) -> String {
    guard !settings.isEmpty else { return "<section id=\"\(id)\"></section>" }
    let rows = settings.map { setting in
      [
        setting.shortKey.breakable, setting.shown.breakable,
        (setting.source ?? "default").breakable,
      ]
    }
    return Self.section(
      id, title, "Secrets are hidden.", Self.table(["Key", "Value", source], rows))
  }

  private var graphSection: String {
    Self.section(
      "graph", "Graph",
      "Each layer needs only layers above it. In brackets: the kind of dependency.",
      "<pre class=\"wide\">\(graph.escaped)</pre>")
  }
}

extension InspectPage {
  private static func section(
    _ id: String, _ title: String, _ note: String, _ body: String
  ) -> String {
    "<section id=\"\(id)\"><h2>\(title)</h2>\n<p>\(note)</p>\n\(body)</section>"
  }

  /// A table of cells that are HTML; the first cell of a row is its heading.
  static func table(
    _ heads: [String], numeric: Set<Int> = [], _ rows: [[String]]
  ) -> String {
    func style(_ column: Int) -> String { numeric.contains(column) ? " class=\"n\"" : "" }
    let head = heads.enumerated().map { "<th scope=\"col\"\(style($0))>\($1)</th>" }.joined()
    let body = rows.map { row in
      let cells = row.enumerated().map { column, cell in
        column == 0 && !numeric.contains(0)
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

  private static func mark(_ state: String) -> String {
    "<span class=\"mark \(state)\" aria-hidden=\"true\">\(marks[state] ?? "◐")</span>"
  }

  /// The anchor of a module, whose name may have any characters.
  private static func id(_ name: String) -> String {
    "module-"
      + name.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          String(UnicodeScalar(byte))
        default: "_\(byte)_"
        }
      }.joined()
  }

  private static func time(_ date: Date) -> String {
    let format = DateFormatter()
    format.dateFormat = "HH:mm:ss"
    return format.string(from: date)
  }

  /// The style of tables that may be wider than the page.
  static let tableStyle = """
    .wide { padding: 3px; }
    .wide:focus-visible { outline: 2px solid var(--beforeReady); outline-offset: 2px; }
    thead th.n { text-align: right; }
    td { overflow-wrap: break-word; }
    """

  private static let style = """
    nav { display: flex; flex-wrap: wrap; gap: 4px 18px; margin-bottom: 20px; }
    a { color: inherit; text-underline-offset: 2px; }
    a:focus-visible, summary:focus-visible, input:focus-visible {
      outline: 2px solid var(--beforeReady); outline-offset: 2px; }
    input[type=search] { font: inherit; color: inherit; background: var(--paper); padding: 3px 8px;
      border: 1px solid var(--line); border-radius: 5px; max-width: 100%; }
    .mark { color: var(--soft); } .mark.ready { color: var(--idle); }
    .mark.starting, .mark.launching { color: var(--beforeReady); }
    .mark.degraded, .mark.failed { color: var(--alarm); }
    #now[data-ended=true] { color: var(--alarm); font-weight: 600; }
    details { border-bottom: 1px solid var(--line); padding: 3px 0; }
    summary { cursor: pointer; overflow-wrap: anywhere; }
    .part { display: grid; grid-template-columns: minmax(70px, max-content) 1fr; gap: 2px 16px;
      margin: 6px 0 10px 18px; }
    .part dt { color: var(--soft); } .part dd { margin: 0; overflow-wrap: anywhere;
      white-space: pre-line; }
    pre { font-size: 12px; }
    """

  /// Loads the file again while the command runs, and keeps the reader's place.
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
      const part = document.getElementById(location.hash.slice(1));
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

extension String {
  /// The text as HTML that may break after a slash or a dot.
  var breakable: String {
    var text = ""
    for scalar in escaped.unicodeScalars {
      text.unicodeScalars.append(scalar)
      if scalar == "/" || scalar == "." { text += "<wbr/>" }
    }
    return text
  }
}
