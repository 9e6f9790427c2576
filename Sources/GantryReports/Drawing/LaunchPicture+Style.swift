// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

extension LaunchPicture {
  /// The legend of colors and lines, in as many rows as it needs, and its height.
  var legend: (text: String, height: Double) {
    var x = Self.margin
    var y = bottom + 22
    let items = legendItems.map { item in
      let width = 46 + Double(item.label.count) * Self.letter
      if x + width > Self.width { (x, y) = (Self.margin, y + 20) }
      defer { x += width }
      return """
        <g transform="translate(\(pixels(x)) \(pixels(y)))">\(item.mark)\
        <text class="soft" x="26">\(item.label)</text></g>
        """
    }
    return (items.joined(separator: "\n"), y - bottom)
  }

  private var legendItems: [(mark: String, label: String)] {
    guard !rows.isEmpty else { return [] }
    let shown = rows.flatMap(\.tasks).map { report.tasks[$0] }
    func sample(_ style: String) -> String { box(style, x: 0, y: -10, width: 18, height: 11) }
    func bar(_ style: String) -> String { "<g class=\"bar \(style)\">\(sample(""))</g>" }
    var items: [(mark: String, label: String)] = LaunchStage.allCases.filter { stage in
      shown.contains { $0.stage == stage }
    }.map { (bar("main \($0.rawValue)"), $0.label) }
    if shown.contains(where: { $0.lane == .main }) {
      items.append((bar("main thread"), "on the main thread"))
    }
    if shown.contains(where: { $0.lane == .background }) {
      items.append((bar("thread"), "on another thread"))
    }
    items.append((line("waiting", from: (0, -4), to: (18, -4)), "waiting for a thread"))
    if rows.contains(where: \.isCritical) { items.append((bar("critical"), "› critical path")) }
    if shown.contains(where: \.isBad) { items.append((sample("over"), "did not succeed")) }
    if isCut { items.append((sample("later"), "after ready, on another scale")) }
    return items
  }

  /// The style of the picture, which contains its own so that it can be shown alone.
  static let style = """
    .launch { --ink: #1b1f24; --soft: #5b6570; --line: #d9dee3; --paper: #fff; --band: #f4f6f8;
      --later: #dfe5ea; --first: #6a3d9a; --beforeReady: #0072b2; --afterReady: #e69f00;
      --idle: #009e73; --onDemand: #cc79a7; font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; }
    @media (prefers-color-scheme: dark) {
      .launch { --ink: #e8ebee; --soft: #9aa5b0; --line: #333b44; --paper: #14181c; --band: #1c2127;
        --later: #2b343d; --first: #b79ae0; --beforeReady: #56b4e9; --idle: #2bc299; --onDemand: #dd94bb; } }
    .launch text { fill: var(--ink); font-variant-numeric: tabular-nums; }
    .launch text.soft { fill: var(--soft); }
    .launch text.heading { font-size: 17px; font-weight: 650; }
    .launch text.critical, .launch text.ready { font-weight: 650; }
    .launch .paper { fill: var(--paper); }
    .launch .band { fill: var(--band); }
    .launch .later { fill: var(--later); opacity: .6; }
    .launch .tick { stroke: var(--line); }
    .launch line.ready { stroke: var(--ink); stroke-dasharray: 4 3; }
    .launch .waiting { stroke: var(--soft); stroke-width: 2; opacity: .7; }
    .launch .path { fill: none; stroke: var(--ink); stroke-width: 1.3; }
    .launch .first { --color: var(--first); }
    .launch .beforeReady { --color: var(--beforeReady); }
    .launch .afterReady { --color: var(--afterReady); }
    .launch .idle { --color: var(--idle); }
    .launch .onDemand { --color: var(--onDemand); }
    .launch .thread { --color: var(--soft); }
    .launch .bar rect { fill: var(--color, transparent); fill-opacity: .45; stroke: var(--color); }
    .launch .bar.main rect { fill-opacity: 1; }
    .launch .bar.critical rect { stroke: var(--ink); stroke-width: 1.6; }
    .launch .bar:hover rect { stroke: var(--ink); stroke-width: 2; }
    .launch rect.over, .launch .bar rect.over { fill: url(#hatch); fill-opacity: 1; stroke: none; }
    .launch .hatch { fill: var(--ink); }
    """
}
