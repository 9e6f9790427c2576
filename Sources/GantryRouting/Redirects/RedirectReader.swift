// SPDX-License-Identifier: Apache-2.0

internal import GantryText

/// Reads the entries of a map, and finds all faults of each.
struct RedirectReader {
  private(set) var entries: [RouteRedirects.Entry] = []
  private(set) var faults: [RouteRedirectsFault] = []
  /// Whether the map has too many entries.
  private(set) var isTooLarge = false
  /// The entries that are compared with all others.
  private var costlyEntries = 0

  mutating func read(_ map: RedirectValue) {
    guard case .object(let keys) = map else {
      expect("an object with version, redirects and gone", map, at: "the map")
      return
    }
    refuseUnknown(keys, known: ["version", "redirects", "gone"], at: "")
    switch keys["version"] {
    case .number(1): break
    case nil: faults.append(.missingKey(keyPath: "version"))
    case let value?: expect("1", value, at: "version")
    }
    let redirects = items(of: keys, "redirects")
    let gone = items(of: keys, "gone")
    if keys["redirects"] == nil, keys["gone"] == nil {
      faults.append(.missingKey(keyPath: "redirects"))
    }
    guard !isTooLarge, redirects.count + gone.count <= RouteRedirects.mostEntries else {
      isTooLarge = true
      faults.append(.tooMany(keyPath: "the map", limit: RouteRedirects.mostEntries))
      return
    }
    for (index, value) in redirects.enumerated() { readRedirect(value, at: "redirects[\(index)]") }
    for (index, value) in gone.enumerated() {
      guard let from = address(value, at: "gone[\(index)]", takesOrigin: true) else { continue }
      append(from, to: nil, at: "gone[\(index)]")
    }
    if costlyEntries > RouteRedirects.mostPatterns {
      isTooLarge = true
      faults.append(
        .tooMany(
          keyPath: "entries with captures in to, or with a query or a scheme in from",
          limit: RouteRedirects.mostPatterns))
    }
  }

  private mutating func readRedirect(_ value: RedirectValue, at keyPath: String) {
    guard case .object(let keys) = value else {
      expect("an object with from and to", value, at: keyPath)
      return
    }
    refuseUnknown(keys, known: ["from", "to"], at: keyPath + ".")
    let from = address(of: keys, "from", at: keyPath, takesOrigin: true)
    let to = address(of: keys, "to", at: keyPath, takesOrigin: false)
    guard let from, let to else { return }
    let unknown = Self.unknownCaptures(of: to, in: from)
    for name in unknown {
      faults.append(
        .unknownCapture(
          keyPath: keyPath + ".to", name: Wording.excerpt(name),
          from: Wording.excerpt(from.description)))
    }
    // It is compared with the others, but a target that cannot be filled leads nowhere.
    append(from, to: unknown.isEmpty ? to : nil, at: keyPath)
  }

  private mutating func append(
    _ source: RedirectAddress, to target: RedirectAddress?, at keyPath: String
  ) {
    if source.isConditional || target?.path.captureNames.isEmpty == false { costlyEntries += 1 }
    entries.append(.init(keyPath: keyPath, source: source, target: target))
  }

  /// The captures that a target uses and its source does not have, as they are written.
  private static func unknownCaptures(
    of target: RedirectAddress, in source: RedirectAddress
  ) -> [String] {
    let items = Set(source.query.compactMap(\.capture).map { ":\($0)" })
    let captured = items.union(source.path.segments.map(\.description))
    let names = Set(source.captureNames)
    return target.path.segments.filter { $0.rank < 3 }.map(\.description)
      .filter { !captured.contains($0) }
      + target.query.compactMap(\.capture).filter { !names.contains($0) }.map { ":\($0)" }
  }

  private mutating func items(of keys: [String: RedirectValue], _ key: String) -> [RedirectValue] {
    switch keys[key] {
    case nil: return []
    case .array(let items): return items
    case .tooMany:
      isTooLarge = true
      return []
    case let value?:
      expect("an array", value, at: key)
      return []
    }
  }

  private mutating func address(
    of keys: [String: RedirectValue], _ key: String, at keyPath: String, takesOrigin: Bool
  ) -> RedirectAddress? {
    guard let value = keys[key] else {
      faults.append(.missingKey(keyPath: "\(keyPath).\(key)"))
      return nil
    }
    return address(value, at: "\(keyPath).\(key)", takesOrigin: takesOrigin)
  }

  private mutating func address(
    _ value: RedirectValue, at keyPath: String, takesOrigin: Bool
  ) -> RedirectAddress? {
    guard case .string(let text) = value else {
      expect("a pattern", value, at: keyPath)
      return nil
    }
    do {
      return try RedirectAddressReader(text).read(takesOrigin: takesOrigin)
    } catch {
      switch error {
      case .value(let expected): expect(expected, value, at: keyPath)
      case .pattern(let fault, let position):
        faults.append(
          .malformedPattern(
            keyPath: keyPath, text: Wording.excerpt(text), fault, position: position))
      }
      return nil
    }
  }

  private mutating func refuseUnknown(
    _ keys: [String: RedirectValue], known: [String], at prefix: String
  ) {
    for key in keys.keys.sorted() where !known.contains(key) {
      let name = Wording.excerpt(key)
      faults.append(.unknownKey(keyPath: prefix + name, known: known))
    }
  }

  private mutating func expect(_ expected: String, _ found: RedirectValue, at keyPath: String) {
    faults.append(.wrongValue(keyPath: keyPath, expected: expected, found: found.words))
  }
}
