// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

extension LayerRules {
  /// Finds the patterns that no target belongs to a group by: the rule that is meant is off.
  ///
  /// - Parameter sources: The sources of the app.
  func idlePatterns(in sources: AppSources) -> [Finding] {
    let names = sources.targets.map(\.target.name).sorted()
    return groups.flatMap { group in
      // Tests are there only where they were built; and no rule is about them.
      group.targets.filter { !$0.text.hasSuffix("Tests") }.compactMap { pattern in
        reason(pattern, in: group, names).map { reason in
          Finding(
            kind: "idlePattern", key: "\(group.name) \(pattern.text)", place: pattern.place,
            message: reason)
        }
      }
    }
  }

  /// Why no target belongs to a group by a pattern; nil where one does.
  private func reason(
    _ pattern: TargetPattern, in group: LayerGroup, _ names: [String]
  ) -> String? {
    let found = names.filter(pattern.matches)
    guard let first = found.first else {
      return """
        The group \(group.name) has '\(pattern.text)' among its targets, but no Swift target of the \
        app has such a name.\(Wording.near(NearNames.of(pattern.text, among: names))) Correct it, or \
        take it out.
        """
    }
    // A group of all that is left may find nothing left.
    guard !pattern.isAll, found.allSatisfy({ self.group(of: $0) != group }),
      let owner = self.group(of: first)
    else { return nil }
    return """
      The group \(group.name) has '\(pattern.text)' among its targets, but \(first) belongs to the \
      group \(owner.name), which stands before it (\(owner.place)): a target belongs to the first \
      group that takes it. Move the group \(group.name) before that.
      """
  }
}
