// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The relations between language tags.
enum LanguageTag {
  /// Finds which of the available languages fit, best first, each once.
  ///
  /// - Parameters:
  ///   - wanted: Language tags, best first.
  ///   - available: Language tags, `zh-Hant` or `zh_Hant`, in any case.
  /// - Returns: Members of `available`, as they are written there.
  static func lookup(_ wanted: [String], among available: [String]) -> [String] {
    var found: [String] = []
    for tag in wanted {
      var subtags = normalized(tag).split(separator: "-")
      while !subtags.isEmpty {
        let range = subtags.joined(separator: "-")
        let match = available.first { normalized($0) == range }
        if let match, !found.contains(match) { found.append(match) }
        subtags.removeLast()
        // A single letter introduces the subtags after it, and means nothing alone.
        if subtags.count > 1, subtags.last?.count == 1 { subtags.removeLast() }
      }
    }
    return found
  }

  /// The languages that a Unix environment asks for, in the order of POSIX and gettext.
  static func preferred(in environment: [String: String]) -> [String] {
    let list = environment["LANGUAGE"].map { $0.split(separator: ":").map(String.init) } ?? []
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let names = (list + [locale].compactMap(\.self)).map { name in
      String(name.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
    }
    return names.filter { !$0.isEmpty && $0 != "C" && $0 != "POSIX" }
  }

  private static func normalized(_ tag: String) -> String {
    tag.replacing("_", with: "-").lowercased()
  }
}
