// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser

/// A reason why one module of an app waits for another.
struct Link: Hashable {
  /// The kind of link between the two, the strongest first.
  enum Kind: String, Hashable, Codable, CaseIterable, ExpressibleByArgument {
    /// `requires:` or `requiredBy:`.
    case requires
    /// An injected service.
    case service
    /// The result of a launch task.
    case result
    /// `wants:` or `wantedBy:`.
    case wants
    /// `after:` or `before:`.
    case order
  }

  /// The dependent.
  let waiting: String
  /// The dependency.
  let needed: String
  let kind: Kind
  /// How much the one that waits depends on the other.
  let strength: Strength
  /// The declaration in words: `Orders.load requires Storage.open`.
  let sentence: String
  /// Whether nothing waits: it is taken when it is used.
  var isLazy = false
  /// Where, as `file:line`.
  let declaredAt: String

  /// How much depends on a link, from all to nothing.
  enum Strength: Int, Hashable, Comparable, CaseIterable {
    /// It cannot do without.
    case must
    /// It goes on without.
    case may
    /// There is an order only.
    case order

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// The link in one line, with its place.
  var details: String { declaredAt.isEmpty ? sentence : "\(sentence) (\(declaredAt))" }
}
