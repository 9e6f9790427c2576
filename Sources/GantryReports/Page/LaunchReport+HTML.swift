// SPDX-License-Identifier: Apache-2.0

public import GantryLaunch
internal import GantrySupport

extension LaunchReport {
  /// Returns the launch as a self-contained HTML page, readable without network or scripts.
  ///
  /// It shows the critical path, a timeline with a row for each thread, and a table of all tasks
  /// with times, reasons and outcomes. The timeline distinguishes waiting from running, and has
  /// *ready* as a line. Light and dark mode follow the reader's setting.
  ///
  /// - Parameter title: The heading of the page.
  /// - Returns: A complete HTML document.
  /// - Complexity: O(n log n).
  public func html(title: String = "Launch") -> String {
    PageStyle.page(
      title, [PageStyle.common, PageStyle.timeline],
      """
      <header>
      <p class="kicker">\(title.escaped)</p>
      <h1>\(pageHeading.escaped)</h1>
      \(pageFacts)
      </header>
      \(pageSections())
      <script>\(PageStyle.script)</script>
      """)
  }

  /// The sections of the page, as a part of another one: timeline, critical path, table of tasks.
  ///
  /// - Parameter rows: The largest number of tasks in the table; those that matter most stay.
  package func pageSections(rows: Int = .max) -> String {
    let table = TimelineTable(self, rows: rows)
    return "\(TimelineDrawing(self).html)\n\(pagePath)\(pageFailures)\(table.html)"
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
      let gaps = steps.map(\.gap).reduce(.zero, +)
      facts.append(("Critical path", "ran \(ran.text), with \(gaps.text) between its tasks"))
    }
    facts.append(("Main lane", "busy for \(mainLaneTime.text)"))
    facts.append(("Whole launch", total.text))
    facts.append(("Tasks", tasks.count { !$0.isJoin }.grouped))
    facts.append(("Failed", (failed.count - blocked).grouped))
    if blocked > 0 { facts.append(("Blocked", blocked.grouped)) }
    facts.append(("Skipped", skipped.count.grouped))
    facts += notes.map { ("Note", $0) }
    let items = facts.map { "<div><dt>\($0.0)</dt><dd>\($0.1.escaped)</dd></div>" }
    return "<dl class=\"facts\">\(items.joined())</dl>"
  }

  private var pageFailures: String {
    let items = tasks.filter { $0.outcome?.isFailure == true }.map {
      "<li><b>\($0.name.rawValue.escaped)</b> \($0.outcomeText.escaped)</li>\n"
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
      return "<li><span>\(step.name.rawValue.escaped)</span> <b>\(step.ran.text)</b>\(wait)</li>\n"
    }
    guard !items.isEmpty else { return "" }
    return """
      <section>
      <h2>Critical path</h2>
      <p>The tasks that ready waited for, one after the other. Only a shorter path makes ready \
      come sooner.</p>
      <ol class="path">
      \(items.joined())</ol>
      </section>

      """
  }
}

/// The style of the pages, and the small script that filters tables.
///
/// Stages have the colors of M. Okabe and K. Ito, "Color Universal Design", 2002, which people of
/// every color vision can tell apart. Outlines, hatches and words say the same without color.
package enum PageStyle {
  /// A whole document with everything that it needs.
  package static func page(_ title: String, _ styles: [String], _ body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <title>\(title.escaped)</title>
    <style>
    \(styles.joined(separator: "\n"))
    </style>
    </head>
    <body>
    \(body)
    </body>
    </html>

    """
  }

  /// The pattern of tasks that did not succeed.
  static let hatch = """
    <defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" \
    patternTransform="rotate(45)"><rect class="hatch" width="2.5" height="6"/></pattern></defs>
    """

  package static let common = """
    :root { color-scheme: light dark; --ink: #1b1f24; --soft: #5b6570; --line: #d9dee3;
      --paper: #fff; --band: #f4f6f8; --later: #e9edf1; --alarm: #a23b00;
      --first: #6a3d9a; --beforeReady: #0072b2; --afterReady: #e69f00; --idle: #009e73;
      --onDemand: #cc79a7;
      --on-beforeReady: #fff; --on-other: #1b1f24; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e8ebee; --soft: #9aa5b0; --line: #333b44; --paper: #14181c;
        --band: #1c2127; --later: #242b33; --alarm: #ff9d5c;
        --first: #b79ae0; --beforeReady: #56b4e9; --afterReady: #e69f00; --idle: #2bc299;
        --onDemand: #dd94bb;
        --on-beforeReady: #10141a; --on-other: #10141a; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 32px 28px 64px; max-width: 1280px; color: var(--ink);
      background: var(--paper); font: 14px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
    h1 { margin: 0 0 18px; font-size: 30px; line-height: 1.2; font-weight: 650; }
    h2 { margin: 36px 0 6px; font-size: 17px; font-weight: 650; }
    p { margin: 0 0 10px; color: var(--soft); max-width: 80ch; } .kicker { margin: 0 0 2px; }
    .facts { display: flex; flex-wrap: wrap; gap: 10px 36px; margin: 0; }
    .facts dt { color: var(--soft); font-size: 12px; }
    .facts dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
    .failures ul { margin: 0; padding-left: 18px; columns: 3 340px;
      column-gap: 32px; overflow-wrap: anywhere; }
    .failures li::marker { color: var(--alarm); content: "✗ "; }
    .path { display: flex; flex-wrap: wrap; gap: 6px 8px; margin: 0; padding: 0;
      list-style: none; }
    .path li { padding: 3px 9px; border: 1px solid var(--line); border-radius: 6px; }
    .path li + li::before { content: "→ "; color: var(--soft); } .path small { color: var(--soft); }
    .wide, .scroll { overflow-x: auto; scrollbar-width: thin; }
    .wide { padding: 3px; }
    .wide:focus-visible { outline: 2px solid var(--beforeReady); outline-offset: 2px; }
    .more::before, .hint { color: var(--soft); font-size: 12px; }
    .more::before { content: "scrolls sideways →"; display: block; position: sticky; left: 0; }
    .scroll.more::before, .hint { display: none; } :has(.scroll.more) > .hint { display: inline; }
    table { border-collapse: collapse; width: 100%; font-size: 13px; }
    th, td { padding: 3px 10px 3px 0; text-align: left; vertical-align: top;
      border-bottom: 1px solid var(--line); }
    thead th { color: var(--soft); font-weight: 500; font-size: 12px; white-space: nowrap; }
    thead th.n { text-align: right; } td { overflow-wrap: break-word; }
    tbody th { font-weight: 400; min-width: 24ch; overflow-wrap: anywhere; }
    .w { white-space: nowrap; } tbody tr:hover { background: var(--band); }
    .n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
    tr.critical th { font-weight: 650; }
    .o { color: var(--soft); } tr.bad .o { color: var(--alarm); }
    .o { min-width: 14ch; overflow-wrap: anywhere; }
    input[type=search] { font: inherit; color: inherit; background: var(--paper); padding: 3px 8px;
      border: 1px solid var(--line); border-radius: 5px; max-width: 100%; }
    input:focus-visible { outline: 2px solid var(--beforeReady); outline-offset: 2px; }
    @media (max-width: 600px) { body { padding: 20px 14px 40px; } h1 { font-size: 24px; }
      .wide table { width: max-content; min-width: 100%; } td { max-width: 34ch; }
      tbody th { min-width: 13ch; max-width: 20ch; position: sticky; left: 0;
        background: var(--paper); } }
    """

  package static let timeline = """
    .legend { display: flex; flex-wrap: wrap; gap: 4px 20px; max-width: none; }
    .legend i { display: inline-block; width: 16px; height: 11px; margin-right: 6px;
      border-radius: 2px; }
    i.first { background: var(--first); }
    i.beforeReady { background: var(--beforeReady); } i.afterReady { background: var(--afterReady); }
    i.idle { background: var(--idle); } i.onDemand { background: var(--onDemand); }
    i.waiting { height: 3px; vertical-align: middle; background: var(--soft); }
    i.critical { border: 2px solid var(--ink); }
    i.bad { background: repeating-linear-gradient(45deg, var(--ink) 0 2px, transparent 2px 5px);
      border: 1px solid var(--soft); }
    .timeline > input { position: absolute; opacity: 0; }
    .timeline > label { display: inline-block; padding: 1px 9px; margin: 0 4px 8px 0;
      border: 1px solid var(--line); border-radius: 5px; color: var(--soft); cursor: pointer; }
    .timeline > input:checked + label { color: var(--paper); background: var(--ink); }
    .timeline > input:focus-visible + label { outline: 2px solid var(--beforeReady); }
    .lanes { display: flex; }
    .names { flex: none; padding: 18px 12px 0 0; color: var(--soft); text-align: right; }
    .names .axis { font-size: 12px; }
    .axis + div { color: var(--ink); font-weight: 650; }
    .names div { height: 30px; line-height: 24px; white-space: nowrap; }
    .scroll { flex: 1; } .scroll > svg { display: block; width: 100%; min-width: 960px; }
    #zoom2:checked ~ .lanes .scroll > svg { width: 200%; }
    #zoom4:checked ~ .lanes .scroll > svg { width: 400%; }
    #zoom8:checked ~ .lanes .scroll > svg { width: 800%; }
    svg text { font-size: 12px; fill: var(--ink); } .z2, .z4, .z8 { display: none; }
    #zoom2:checked ~ .lanes .z2, #zoom4:checked ~ .lanes :is(.z2, .z4),
    #zoom8:checked ~ .lanes :is(.z2, .z4, .z8) { display: inline; }
    #zoom2:checked ~ .lanes .u2, #zoom4:checked ~ .lanes :is(.u2, .u4),
    #zoom8:checked ~ .lanes :is(.u2, .u4, .u8) { display: none; } svg .band { fill: var(--band); }
    svg .later { fill: var(--later); opacity: .6; } svg line.tick { stroke: var(--line); }
    svg text.tick, svg text.beside { fill: var(--soft); }
    svg text.beside { paint-order: stroke; stroke: var(--band); stroke-width: 4px; }
    svg line.ready { stroke: var(--ink); stroke-dasharray: 4 3; }
    svg text.ready { font-weight: 650; }
    svg line.waiting { stroke: var(--soft); stroke-width: 2; opacity: .7; }
    svg line.edge { stroke: var(--paper); stroke-width: 2; opacity: .8; }
    svg line.path { stroke: var(--ink); stroke-width: 1.5; }
    svg.first rect, rect.first { fill: var(--first); }
    svg.beforeReady rect, rect.beforeReady { fill: var(--beforeReady); }
    svg.afterReady rect, rect.afterReady { fill: var(--afterReady); }
    svg.idle rect, rect.idle { fill: var(--idle); }
    svg.onDemand rect, rect.onDemand { fill: var(--onDemand); }
    svg.bar text { fill: var(--on-other); }
    svg:is(.first, .beforeReady) text { fill: var(--on-beforeReady); }
    svg.bar.critical rect { stroke: var(--ink); stroke-width: 4; }
    svg.bar rect.over { fill: url(#hatch); } svg .hatch { fill: var(--paper); opacity: .55; }
    .t { min-width: 180px; width: 24%; } .t svg { display: block; width: 100%; margin-top: 3px; }
    """

  /// Shows the filter field, which is useless without scripts, and hides rows by its text. Says of
  /// each box that is wider than the page that it scrolls.
  package static let script = """
    for (const field of document.querySelectorAll('.filter')) {
      field.hidden = false;
      field.querySelector('input').addEventListener('input', event => {
        const words = event.target.value.toLowerCase();
        for (const row of field.closest('section').querySelectorAll('tbody tr, summary'))
          row.closest('tr, details').hidden = !row.textContent.toLowerCase().includes(words);
      });
    }
    const hint = () => {
      for (const box of document.querySelectorAll('.wide, .scroll'))
        box.classList.toggle('more', box.scrollWidth > box.clientWidth + 1);
    };
    for (const event of ['resize', 'change']) addEventListener(event, hint);
    hint();
    """
}

extension String {
  /// The text, escaped for use between tags and in quoted attributes in HTML and SVG.
  ///
  /// Control characters that neither may contain become U+FFFD.
  package var escaped: String {
    // Most texts have nothing to escape.
    if utf8.allSatisfy(\.isPlain) { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      case "\t", "\n": text.unicodeScalars.append(scalar)
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension String {
  /// The text as HTML that may break after a slash or a dot, but not inside a number.
  package var breakable: String {
    var text = ""
    var last: Unicode.Scalar = " "
    var scalars = escaped.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      text.unicodeScalars.append(scalar)
      let isDecimal = last.isDigit && scalars.first?.isDigit == true
      if scalar == "/" || scalar == ".", !isDecimal { text += "<wbr/>" }
      last = scalar
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension Double {
  /// A number from 0 to 1 as a percentage for an attribute.
  var percent: String { (self * 100).text(decimals: 3) + "%" }
}

extension LaunchReport {
  /// Returns the launch as text in a form.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - title: The heading of pages and pictures, and the name of the process in traces.
  /// - Returns: A text that ends with a line break.
  /// - Throws: An error of `JSONEncoder`, for `LaunchReportForm.json`.
  package func text(as form: LaunchReportForm, title: String = "Launch") throws -> String {
    if let plain = try plainText(as: form) { return plain }
    return switch form {
    case .svg: svg(title: title)
    case .trace: chromeTrace(process: title) + "\n"
    default: html(title: title)
    }
  }
}

extension UInt8 {
  /// Whether an ASCII character means itself in HTML.
  fileprivate var isPlain: Bool {
    switch self {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      false
    default: (UInt8(ascii: " ")...UInt8(ascii: "~")).contains(self)
    }
  }
}
