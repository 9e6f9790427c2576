// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The members of a type in source order, with the `#if` conditions around them kept.
struct MemberTree {
  private let nodes: [Node]
  /// Every member with the branches around it.
  let all: [Placed]

  private indirect enum Node {
    case member(DeclSyntax)
    case conditional([Clause])
  }

  /// One branch of an `#if`.
  private struct Clause {
    /// The line that opens the branch, for example `#elseif os(Linux)`.
    let header: String
    let nodes: [Node]
  }

  init(_ members: MemberBlockItemListSyntax) {
    let nodes = Self.nodes(of: members)
    var all: [Placed] = []
    _ = Self.lines(nodes, path: []) { placed in
      all.append(placed)
      return nil
    }
    self.nodes = nodes
    self.all = all
  }

  private static func nodes(of members: MemberBlockItemListSyntax) -> [Node] {
    members.map { item in
      guard let config = item.decl.as(IfConfigDeclSyntax.self) else { return .member(item.decl) }
      return .conditional(
        config.clauses.map { clause in
          var header = clause.poundKeyword.text
          if let condition = clause.condition { header += " \(condition.trimmed)" }
          guard case .decls(let members) = clause.elements else {
            return Clause(header: header, nodes: [])
          }
          return Clause(header: header, nodes: nodes(of: members))
        })
    }
  }

  /// Writes text for every member that has some, inside the conditions of the member.
  func text(_ write: (Placed) -> String?) -> String {
    Self.lines(nodes, path: [], write).joined(separator: "\n")
  }

  private static func lines(
    _ nodes: [Node], path: [[Int]], _ write: (Placed) -> String?
  ) -> [String] {
    nodes.enumerated().flatMap { index, node in
      switch node {
      case .member(let member):
        return write(Placed(member: member, path: path)).map { [$0] } ?? []
      case .conditional(let clauses):
        let branches = clauses.enumerated().map { branch, clause in
          let path = path + [(path.last ?? []) + [index, branch]]
          return (clause.header, lines(clause.nodes, path: path, write))
        }
        guard branches.contains(where: { !$0.1.isEmpty }) else { return [] }
        return branches.flatMap { header, lines in [header] + lines } + ["#endif"]
      }
    }
  }

  /// A member and its place among the conditions.
  struct Placed {
    let member: DeclSyntax
    /// For each `#if` around the member: which one, and which of its branches.
    let path: [[Int]]

    /// Whether no build can have both members.
    func excludes(_ other: Placed) -> Bool {
      path.contains { mine in other.path.contains { $0.dropLast() == mine.dropLast() && $0 != mine }
      }
    }
  }
}
