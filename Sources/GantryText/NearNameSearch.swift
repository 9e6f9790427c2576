// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Looks for near names of many words among the same names, with bounded work.
///
/// Where thousands of names are wrong, a reader of the messages corrects the first and asks again:
/// only the first words that differ get near names.
package struct NearNameSearch {
  /// For how many different words near names are looked for.
  package static let wordLimit = 20

  /// How many words have been compared with all names.
  package private(set) var searches = 0
  private let names: [String]
  private var found: [String: [String]] = [:]

  /// Makes a search that has found nothing.
  ///
  /// - Parameter names: The names that exist.
  package init(_ names: some Sequence<String>) { self.names = Array(names) }

  /// The names that are close to a word, as ``NearNames/of(_:among:)`` finds them.
  ///
  /// - Parameters:
  ///   - word: The name as it was written.
  ///   - own: A name to leave out.
  /// - Returns: None after so many other words.
  package mutating func near(_ word: String, except own: String = "") -> [String] {
    if found[word] == nil {
      guard searches < Self.wordLimit else { return [] }
      searches += 1
      found[word] = NearNames.of(word, among: names)
    }
    return found[word, default: []].filter { $0 != own }
  }
}
