// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import Testing

/// The documented table of how URLs are read.
enum URLTable {
  static let schemes = RouteSchemes(
    ["bazaar"], hosts: ["shop.example", "localhost:8443"])

  /// A row: the URL, and the contents of the other columns.
  struct Row: CustomTestStringConvertible {
    let url: String
    let path: String
    let query: String

    var testDescription: String { url }
  }

  static func rows() throws -> [Row] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = root.appending(path: "Documentation/Reference").appending(path: "URLTable.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| ") }
      .map { line in
        line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }
    #expect(rows.first == ["URL", "path", "query"])
    return try rows.dropFirst().map { cells in
      try #require(cells.count == 3)
      return Row(url: cells[0].filter { $0 != "`" }, path: cells[1], query: cells[2])
    }
  }

  /// A URL in the words of the columns for path and query.
  static func words(of result: Result<RouteURL, RouteError>) -> (path: String, query: String) {
    switch result {
    case .success(let url):
      let segments = url.path.segments.map { "`\($0)`" }
      return (
        segments.isEmpty ? "(root)" : segments.joined(separator: " · "),
        url.query.map(words).joined(separator: " · ")
      )
    case .failure(.malformedURL(_, let fault, let position)):
      return ("\(name(of: fault)) at \(position)", "")
    case .failure(.undeclaredScheme(let scheme, ["bazaar"])):
      return ("undeclared scheme `\(scheme)`", "")
    case .failure(.undeclaredHost(let host, ["localhost:8443", "shop.example"])):
      return ("undeclared host" + (host.isEmpty ? "" : " `\(host)`"), "")
    case .failure(let error): return ("\(error)", "")
    }
  }

  private static func words(of item: RouteQueryItem) -> String {
    let name = item.name.isEmpty ? [] : ["`\(item.name)`"]
    let value = item.value.map { $0.isEmpty ? ["="] : ["=", "`\($0)`"] } ?? []
    return (name + value).joined(separator: " ").replacing("\n", with: "⏎")
  }

  private static func name(of fault: RouteURLFault) -> String {
    switch fault {
    case .badScheme: "badScheme"
    case .missingSlashes: "missingSlashes"
    case .userInfo: "userInfo"
    case .badPort: "badPort"
    case .badEscape: "badEscape"
    case .notUTF8: "notUTF8"
    case .controlCharacter: "controlCharacter"
    case .backslash: "backslash"
    case .dotSegment: "dotSegment"
    default: "\(fault)"
    }
  }
}
