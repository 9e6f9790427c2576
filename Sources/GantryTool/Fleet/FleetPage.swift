// SPDX-License-Identifier: Apache-2.0

internal import GantryReports

extension FleetReport {
  /// The report as a page, which needs no other file.
  var html: String {
    let sections = tables.map { table in
      let rows = table.rows.map { $0.map(\.escaped) }
      let note = table.note.isEmpty ? "" : "<p>\(table.note.escaped)</p>\n"
      return """
        <section><h2>\(table.title.escaped)</h2>
        \(note)\(InspectPage.table(
          table.heads, numeric: table.numeric, heading: table.heading, rows))</section>
        """
    }
    let body = """
      <header><p class="kicker">\(facts.escaped)</p>
      <h1>\(title.escaped)</h1>
      <p class="\(verdict == .nothingWorse ? "same" : "worse")" role="status">\(verdict.text.escaped)</p>
      \(advice.map { "<p>\($0.escaped)</p>" } ?? "")</header>
      <main>
      \(sections.joined(separator: "\n"))
      </main>
      <script>\(PageStyle.script)</script>
      """
    return PageStyle.page(title, [PageStyle.common, Self.style], body)
  }

  private static let style = """
    .worse { color: var(--alarm); font-weight: 600; }
    h1 { overflow-wrap: anywhere; }
    tbody th, td { min-width: 0; white-space: pre; }
    @media (max-width: 600px) { tbody th { white-space: pre-wrap; } }
    """
}
