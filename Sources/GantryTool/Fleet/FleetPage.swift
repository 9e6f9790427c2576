// SPDX-License-Identifier: Apache-2.0

internal import GantryReports

extension FleetReport {
  /// The report as a page, which needs no other file.
  var html: String {
    let sections = tables.map { table in
      let rows = table.rows.map { row in
        row.enumerated().map { table.numeric.contains($0) ? $1.escaped : $1.breakable }
      }
      let note = table.note.isEmpty ? "" : "<p>\(table.note.escaped)</p>\n"
      return """
        <section><h2>\(table.title.escaped)</h2>
        \(note)\(InspectPage.table(table.heads, numeric: table.numeric, rows))</section>
        """
    }
    let body = """
      <header><p class="kicker">\(facts.escaped)</p>
      <h1>\(title.escaped)</h1>
      <p class="\(isWorse ? "worse" : "same")" role="status">\(verdict.escaped)</p></header>
      <main>
      \(sections.joined(separator: "\n"))
      </main>
      """
    return PageStyle.page(title, [PageStyle.common, InspectPage.tableStyle, Self.style], body)
  }

  private static let style = """
    .worse { color: var(--alarm); font-weight: 600; }
    tbody th { min-width: 0; white-space: nowrap; }
    @media (max-width: 500px) { body { padding: 20px 14px 40px; } h1 { font-size: 24px; } }
    """
}
