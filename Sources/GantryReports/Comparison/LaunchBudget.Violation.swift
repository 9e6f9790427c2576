// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch

extension LaunchBudget {
  /// A budget that was not kept.
  public struct Violation: Sendable, Hashable, Codable {
    /// The budget.
    public let budget: LaunchBudget
    /// How many launches have the limited time; zero when none does.
    public let runs: Int
    /// Names in the launches that are close to the budget's; empty where it was measured.
    public let near: [String]
    private let medianMilliseconds: Double?

    /// How long it took: the median; nil when no launch had it.
    public var median: Duration? { medianMilliseconds.map { Duration(milliseconds: $0) } }

    init(_ budget: LaunchBudget, median: Double?, runs: Int, near: [String]) {
      self.budget = budget
      self.runs = runs
      self.near = near
      medianMilliseconds = median
    }
  }
}

extension LaunchBudget.Violation: CustomStringConvertible {
  /// The time that is over its budget and by how much, or the similar names that exist.
  public var description: String {
    let name = "\(budget.measure)"
    guard let median else {
      if budget.measure == .ready { return "ready: no launch was ready" }
      let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
      return "\(name): no launch has it.\(hint)"
    }
    let over = median - budget.limit
    let share = over.milliseconds / max(budget.limit.milliseconds, 1e-6) * 100
    return """
      \(name): \(median.text), \(over.text) (\(share.text(decimals: 0)) %) over its budget of \
      \(budget.limit.text)\(runs > 1 ? ", median of \(runs) launches" : "")
      """
  }
}
