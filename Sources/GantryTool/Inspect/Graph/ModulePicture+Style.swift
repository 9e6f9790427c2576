// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryReports
internal import GantryText

extension ModulePicture {
  /// The markers at the ends of edges; each has the color of its line.
  static let marks = """
    <marker id="arrow" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" \
    markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="M0 .8 L8 4 L0 7.2 Z" \
    fill="context-stroke"/></marker>
    <marker id="alarm" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="13" markerHeight="13" \
    markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="M0 .8 L8 4 L0 7.2 Z" \
    fill="context-stroke"/></marker>
    <marker id="ring" viewBox="0 0 9 9" refX="1" refY="4.5" markerWidth="9" markerHeight="9" \
    markerUnits="userSpaceOnUse" orient="auto"><circle class="ring" cx="4.5" cy="4.5" r="3.3" \
    stroke="context-stroke"/></marker>
    <marker id="diamond" viewBox="0 0 12 8" refX="0" refY="4" markerWidth="12" markerHeight="8" \
    markerUnits="userSpaceOnUse" orient="auto"><path d="M0 4 L6 .6 L12 4 L6 7.4 Z" \
    fill="context-stroke"/></marker>
    """

  /// The style of the picture, which is part of it, so that the picture can be shown alone.
  ///
  /// The colors are those of M. Okabe and K. Ito ("Color Universal Design", 2002). On white, they
  /// are darker for thin lines.
  static let style = """
    .modules { --ink: #1b1f24; --soft: #5b6570; --paper: #fff; --band: #f3f5f7; --box: #fff;
      --requires: #0072b2; --service: #007a59; --result: #b35900; --wants: #a8517f;
      --order: #5b6570; --cycle: #c00000;
      font: 11.5px system-ui, -apple-system, "Segoe UI", sans-serif; }
    @media (prefers-color-scheme: dark) {
      .modules { --ink: #e8ebee; --soft: #9aa5b0; --paper: #14181c; --band: #1a1f24;
        --box: #232a31; --requires: #56b4e9; --service: #2bc299; --result: #e69f00;
        --wants: #dd94bb; --order: #9aa5b0; --cycle: #ff6b5e; } }
    .modules text { fill: var(--ink); }
    .modules text.soft { fill: var(--soft); }
    .modules .paper { fill: var(--paper); }
    .modules .band { fill: var(--band); }
    .modules .node rect { fill: var(--box); stroke: var(--soft); stroke-width: 1.2; }
    .modules .node:hover rect { stroke: var(--ink); stroke-width: 2; }
    .modules .essential rect { stroke: var(--ink); stroke-width: 2; }
    .modules .essential text { font-weight: 700; }
    .modules .group rect { fill: var(--band); stroke: var(--ink); stroke-width: 2.5; }
    .modules .skipped rect { stroke-dasharray: 4 3; }
    .modules .skipped text { fill: var(--soft); }
    .modules .later rect { stroke-dasharray: 1.5 3; }
    .modules .missing rect { stroke: var(--cycle); stroke-dasharray: 4 3; }
    .modules .missing text { fill: var(--cycle); }
    .modules .edge { fill: none; stroke-width: 1.3; }
    .modules .requires { stroke: var(--requires); stroke-width: 1.9; }
    .modules .service { stroke: var(--service); }
    .modules .result { stroke: var(--result); }
    .modules .wants { stroke: var(--wants); }
    .modules .order { stroke: var(--order); }
    .modules .may { stroke-dasharray: 6 3; }
    .modules .loose { stroke-dasharray: 1.5 3; }
    .modules .ring { fill: var(--paper); stroke-width: 1.3; }
    .modules .implied { stroke-width: .6; opacity: .55; }
    .modules .cycle { stroke: var(--cycle); stroke-width: 3.2; }
    .modules .edge:hover { stroke-width: 3.5; opacity: 1; }
    """
}

extension ModulePicture {
  private var legendItems: [(mark: String, label: String)] {
    var items: [(mark: String, label: String)] = Link.Kind.allCases.compactMap { kind in
      let edges = graph.edges.filter { $0.kind == kind && (showsImplied || !$0.isWeak) }
      guard !edges.isEmpty else { return nil }
      let manner = kind == .wants ? " may" : kind == .order ? " loose" : ""
      let start = kind.mark.map { " marker-start=\"url(#\($0))\"" } ?? ""
      return (Self.sample("edge \(kind.rawValue)\(manner)", start), kind.label)
    }
    if graph.edges.contains(where: { $0.strength == .may && $0.kind != .wants }) {
      items.append((Self.sample("edge order may", ""), "goes on without"))
    }
    if graph.edges.contains(where: \.isOnCycle) {
      items.append((Self.sample("edge cycle", "", arrow: "alarm"), "cycle: cannot launch"))
    }
    return items
  }

  private static func width(of label: String) -> Double {
    62 + Double(label.count) * GraphPlacement.letter
  }

  /// The width of the legend.
  var legendWidth: Double {
    let text = 2 * GraphPlacement.margin + Double(explanation.count) * 6
    return max(
      text, legendItems.reduce(GraphPlacement.margin) { $0 + Self.width(of: $1.label) })
  }

  /// The legend of the lines, with the number of lines left out.
  var legend: String {
    var x = GraphPlacement.margin
    let marks = legendItems.map { item in
      defer { x += Self.width(of: item.label) }
      return """
        <g transform="translate(\(pixels(x)) 24)">\(item.mark)\
        <text x="44">\(item.label)</text></g>
        """
    }
    return (marks + [note]).joined(separator: "\n")
  }

  private static func sample(
    _ classes: String, _ start: String, arrow: String = "arrow"
  ) -> String {
    "<path class=\"\(classes)\" d=\"M2 -4 H36\"\(start) marker-end=\"url(#\(arrow))\"/>"
  }

  private var explanation: String {
    let implied = graph.edges.count { $0.isImplied }
    var text = "Arrows lead from a dependency to its dependent."
    let weak = graph.edges.count { $0.isWeak && !$0.isImplied }
    let kinds =
      (implied > 0 ? ["\(implied.counted("edge")) that others imply"] : [])
      + (weak > 0 ? ["\(weak.counted("edge")) without a requirement"] : [])
    if !kinds.isEmpty {
      text += " \(showsImplied ? "Thin" : "Left out"): \(Wording.list(kinds))."
    }
    if graph.nodes.contains(where: { !$0.members.isEmpty }) {
      text += " In brackets: the modules of a box."
    }
    let manners = Set((graph.nodes + graph.loose).compactMap { $0.manner?.words })
    if manners.contains("skipped") { text += " Broken frame: skipped." }
    if manners.contains("on demand") { text += " Dotted frame: launches on demand." }
    return text
  }

  private var note: String {
    "<text class=\"soft\" x=\"\(pixels(GraphPlacement.margin))\" y=\"48\">\(explanation)</text>"
  }
}

extension Link.Kind {
  fileprivate var label: String {
    switch self {
    case .requires: "requires"
    case .service: "injects a service of"
    case .result: "takes a result of"
    case .wants: "wants"
    case .order: "comes after"
    }
  }
}
