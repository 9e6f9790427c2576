// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

/// What stands in configuration files and was not read.
///
/// A key may be read at any later time, so that alone says nothing. One that is nearly another, which
/// was asked for and is set nowhere, is probably misspelled.
struct UnreadKeys {
  /// A value of a file, by its full key.
  struct Written: Hashable {
    let file: String
    let key: String
  }

  /// A sentence for each key that is probably misspelled.
  let misspelled: [String]
  /// The full keys of all others, sorted.
  let others: [String]

  /// Compares what is written with what was asked for.
  ///
  /// - Parameters:
  ///   - written: What stands in the files.
  ///   - asked: The full keys that were asked for, and whether there was a value.
  ///   - sections: The modules that run, under whose names keys count.
  init(_ written: [Written], asked: [String: Bool], sections: Set<String>) {
    var misspelled: [String] = []
    var others: Set<String> = []
    var missing: [String: [String]] = [:]
    for (key, hasValue) in asked where !hasValue {
      guard let section = Self.section(of: key, among: sections) else { continue }
      missing[section, default: []].append(String(key.dropFirst(section.count + 1)))
    }
    var searches = missing.mapValues { NearNameSearch($0.sorted()) }
    for entry in Set(written).sorted(by: { ($0.file, $0.key) < ($1.file, $1.key) })
    where asked[entry.key] == nil {
      guard let section = Self.section(of: entry.key, among: sections) else { continue }
      let key = String(entry.key.dropFirst(section.count + 1))
      let near = searches[section]?.near(key).filter { !Self.differInDigits(key, $0) } ?? []
      if near.isEmpty {
        others.insert(entry.key)
      } else {
        misspelled.append(
          """
          nothing has read \(entry.key) in configuration file \(entry.file). Did you mean \
          \(Wording.list(near.map { "\(section).\($0)" }, "or")), which \(section) has asked for \
          and which is not set?
          """)
      }
    }
    self.misspelled = misspelled
    self.others = others.sorted()
  }

  /// The module under whose name a key stands; a name may have dots.
  private static func section(of key: String, among sections: Set<String>) -> String? {
    key.indices.last { key[$0] == "." && sections.contains(String(key[..<$0])) }
      .map { String(key[..<$0]) }
  }

  /// Whether two keys are members of one series, such as `mirror1` and `mirror2`.
  private static func differInDigits(_ first: String, _ second: String) -> Bool {
    first.filter { !$0.isNumber } == second.filter { !$0.isNumber }
  }
}
