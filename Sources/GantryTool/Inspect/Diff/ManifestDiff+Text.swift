// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ManifestDiff {
  /// The changes by module, with a summary above.
  ///
  /// - Parameters:
  ///   - old: The name of the older manifest.
  ///   - new: The name of the newer one.
  func text(old: String, new: String) -> String {
    var lines = ["\(old) → \(new): \(summary)"]
    var module: String?
    for change in changes {
      if change.module != module { lines += ["", change.module] }
      module = change.module
      lines += change.lines
    }
    if !notes.isEmpty { lines += [""] + notes }
    return lines.joined(separator: "\n")
  }

  private var summary: String {
    guard !changes.isEmpty else { return "no differences" }
    let counts = ManifestChange.Effect.allCases.compactMap { effect -> String? in
      let count = changes.count { $0.effect == effect }
      return count == 0 ? nil : count.counted(effect.noun)
    }
    return counts.joined(separator: ", ")
  }
}

extension ManifestChange {
  fileprivate var lines: [String] {
    let effect = effect.rawValue.padding(toLength: 9)
    let name = name.isEmpty ? subject.rawValue : "\(subject.rawValue) \(name)"
    var lines = ["  \(effect)\(name) \(what)"]
    let who = concerns.map { "\($0.module) \($0.reason)" }.joined(separator: ", ")
    let rest = [declaredAt, who.isEmpty ? nil : who].compactMap { $0 }.joined(separator: "; ")
    if !rest.isEmpty { lines.append(String(repeating: " ", count: 11) + rest) }
    return lines
  }
}

extension ManifestChange.Effect {
  fileprivate var noun: String {
    switch self {
    case .breaks: "break"
    case .changes: "change"
    case .adds: "addition"
    case .removes: "removal"
    }
  }
}

extension String {
  fileprivate func padding(toLength length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}
