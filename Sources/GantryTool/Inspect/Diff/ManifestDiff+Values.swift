// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry

extension ManifestDiff {
  private typealias Claim = (module: String, value: Manifest.Value)

  /// Shared values, by key.
  mutating func compareValues() {
    let before = Self.claims(of: old.manifest)
    let after = Self.claims(of: new.manifest)
    for key in Set(before.keys).union(after.keys).sorted() {
      compare(key, before[key] ?? [], after[key] ?? [])
    }
  }

  private static func claims(of manifest: Manifest) -> [String: [Claim]] {
    Dictionary(
      grouping: manifest.modules.flatMap { entry in
        entry.values.map { (entry.name.rawValue, $0) }
      }, by: \.1.key)
  }

  private mutating func compare(_ key: String, _ before: [Claim], _ after: [Claim]) {
    for (module, value) in before where !after.contains(where: { $0.module == module }) {
      let others = after.map(\.module).joined(separator: ", ")
      add(
        after.isEmpty ? .breaks : .changes, in: module, .value, key,
        after.isEmpty ? "is gone: no module provides it" : "is provided by \(others) only",
        at: value.declaredAt)
    }
    for (module, value) in after {
      guard let previous = before.first(where: { $0.module == module })?.value else {
        // A value that moved must keep its type, too.
        if let last = before.first?.value { compareType(last, value, module) }
        add(
          before.isEmpty ? .adds : .changes, in: module, .value, key,
          "is provided\(value.isOverride ? ", over what others provide" : "")",
          at: value.declaredAt)
        continue
      }
      compareType(previous, value, module)
      if previous.isOverride != value.isOverride {
        add(
          .changes, in: module, .value, key,
          value.isOverride ? "hides what others provide now" : "hides no other provider now",
          at: value.declaredAt)
      }
    }
  }

  private mutating func compareType(
    _ before: Manifest.Value, _ after: Manifest.Value, _ module: String
  ) {
    guard before.type != after.type else { return }
    add(
      .breaks, in: module, .value, after.key, "was \(before.type) and is \(after.type)",
      at: after.declaredAt)
  }
}
