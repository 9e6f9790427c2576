// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Reads the entries of a map and finds all that is wrong with each.
struct RedirectReader {
  private(set) var entries: [RouteRedirects.Entry] = []
  private(set) var problems: [RouteRedirects.Problem] = []
  /// Whether the map has more entries than one may have.
  private(set) var isTooLarge = false
  private var targetsWithCaptures = 0

  mutating func read(_ map: RedirectValue) {
    guard case .object(let keys) = map else {
      expect("an object with version, redirects and gone", map, at: "the map")
      return
    }
    refuseUnknown(keys, known: ["version", "redirects", "gone"], at: "")
    switch keys["version"] {
    case .number(1): break
    case nil: problems.append(.missingKey(keyPath: "version"))
    case let value?: expect("1", value, at: "version")
    }
    let redirects = items(of: keys, "redirects")
    let gone = items(of: keys, "gone")
    if keys["redirects"] == nil, keys["gone"] == nil {
      problems.append(.missingKey(keyPath: "redirects"))
    }
    guard redirects.count + gone.count <= RouteRedirects.mostEntries else {
      isTooLarge = true
      problems.append(.tooMany(keyPath: "the map", limit: RouteRedirects.mostEntries))
      return
    }
    for (index, value) in redirects.enumerated() { readRedirect(value, at: "redirects[\(index)]") }
    for (index, value) in gone.enumerated() {
      guard let from = pattern(value, at: "gone[\(index)]") else { continue }
      entries.append(.init(from: from, to: nil, keyPath: "gone[\(index)]"))
    }
    if targetsWithCaptures > RouteRedirects.mostPatterns {
      isTooLarge = true
      problems.append(
        .tooMany(keyPath: "redirects with captures in to", limit: RouteRedirects.mostPatterns))
    }
  }

  private mutating func readRedirect(_ value: RedirectValue, at keyPath: String) {
    guard case .object(let keys) = value else {
      expect("an object with from and to", value, at: keyPath)
      return
    }
    refuseUnknown(keys, known: ["from", "to"], at: keyPath + ".")
    let from = pattern(of: keys, "from", at: keyPath)
    let to = pattern(of: keys, "to", at: keyPath)
    guard let from, let to else { return }
    var isSound = true
    let captured = Set(from.segments.map(\.description))
    for segment in to.segments where segment.rank < 3 && !captured.contains(segment.description) {
      isSound = false
      problems.append(
        .unknownCapture(
          keyPath: keyPath + ".to", name: segment.description, from: from.description))
    }
    if !to.captureNames.isEmpty { targetsWithCaptures += 1 }
    // It is compared with the others; a target that cannot be filled leads nowhere.
    entries.append(.init(from: from, to: isSound ? to : nil, keyPath: keyPath))
  }

  private mutating func items(of keys: [String: RedirectValue], _ key: String) -> [RedirectValue] {
    switch keys[key] {
    case nil: return []
    case .array(let items): return items
    case let value?:
      expect("an array", value, at: key)
      return []
    }
  }

  private mutating func pattern(
    of keys: [String: RedirectValue], _ key: String, at keyPath: String
  ) -> PathPattern? {
    guard let value = keys[key] else {
      problems.append(.missingKey(keyPath: "\(keyPath).\(key)"))
      return nil
    }
    return pattern(value, at: "\(keyPath).\(key)")
  }

  private mutating func pattern(_ value: RedirectValue, at keyPath: String) -> PathPattern? {
    guard case .string(let text) = value else {
      expect("a pattern", value, at: keyPath)
      return nil
    }
    do {
      return try PathPattern(text)
    } catch {
      if case .malformedPattern(let text, let problem, let position) = error {
        problems.append(
          .malformedPattern(keyPath: keyPath, text: text, problem, position: position))
      }
      return nil
    }
  }

  private mutating func refuseUnknown(
    _ keys: [String: RedirectValue], known: [String], at prefix: String
  ) {
    for key in keys.keys.sorted() where !known.contains(key) {
      let name = RouteError.excerpt(key)
      problems.append(.unknownKey(keyPath: prefix + name, known: known))
    }
  }

  private mutating func expect(_ expected: String, _ found: RedirectValue, at keyPath: String) {
    problems.append(.wrongValue(keyPath: keyPath, expected: expected, found: found.words))
  }
}
