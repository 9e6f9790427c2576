// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax

/// The members of a type in source order, with the `#if` conditions around them kept.
struct MemberTree {
  let nodes: [Node]

  indirect enum Node {
    case member(DeclSyntax)
    case conditional([Clause])
  }

  /// One branch of an `#if`.
  struct Clause {
    /// The line that opens the branch, for example `#elseif os(Linux)`.
    let header: String
    let nodes: [Node]
  }

  init(_ members: MemberBlockItemListSyntax) { nodes = Self.nodes(of: members) }

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
  func text(_ write: (DeclSyntax) -> String?) -> String {
    Self.lines(nodes, write).joined(separator: "\n")
  }

  private static func lines(_ nodes: [Node], _ write: (DeclSyntax) -> String?) -> [String] {
    nodes.flatMap { node in
      switch node {
      case .member(let member): return write(member).map { [$0] } ?? []
      case .conditional(let clauses):
        let branches = clauses.map { ($0.header, lines($0.nodes, write)) }
        guard branches.contains(where: { !$0.1.isEmpty }) else { return [] }
        return branches.flatMap { header, lines in [header] + lines } + ["#endif"]
      }
    }
  }

  /// Every member with the branches around it.
  var all: [Placed] { Self.flatten(nodes, path: []) }

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

  private static func flatten(_ nodes: [Node], path: [[Int]]) -> [Placed] {
    nodes.enumerated().flatMap { index, node in
      switch node {
      case .member(let member): return [Placed(member: member, path: path)]
      case .conditional(let clauses):
        return clauses.enumerated().flatMap { branch, clause in
          flatten(clause.nodes, path: path + [(path.last ?? []) + [index, branch]])
        }
      }
    }
  }
}
