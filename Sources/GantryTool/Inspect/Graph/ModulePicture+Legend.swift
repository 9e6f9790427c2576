// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch
internal import GantryReports

extension ModulePicture {
  private var legendItems: [(mark: String, label: String)] {
    var items: [(mark: String, label: String)] = Link.Kind.allCases.compactMap { kind in
      let edges = graph.edges.filter { $0.kind == kind }
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

  /// How much room the legend takes.
  var legendWidth: Double {
    legendItems.reduce(GraphPlacement.margin) { $0 + Self.width(of: $1.label) }
  }

  /// The meaning of the lines, and how many are left out.
  var legend: String {
    var x = GraphPlacement.margin
    let marks = legendItems.map { item in
      defer { x += Self.width(of: item.label) }
      return """
        <g transform="translate(\(pixels(x)) 24)">\(item.mark)\
        <text x="44">\(item.label)</text></g>
        """
    }
    return (marks + [explanation]).joined(separator: "\n")
  }

  private static func sample(
    _ classes: String, _ start: String, arrow: String = "arrow"
  ) -> String {
    "<path class=\"\(classes)\" d=\"M2 -4 H36\"\(start) marker-end=\"url(#\(arrow))\"/>"
  }

  private var explanation: String {
    let implied = graph.edges.count { $0.isImplied }
    var text = "Arrows lead from a dependency to its dependent."
    if implied > 0 {
      let count = implied.counted("edge")
      text +=
        showsImplied
        ? " Thin: \(count) that others imply." : " Left out: \(count) that others imply."
    }
    return """
      <text class="soft" x="\(pixels(GraphPlacement.margin))" y="48">\(text)</text>
      """
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
