// SPDX-License-Identifier: Apache-2.0

package import GantryLaunch
internal import GantrySupport

/// The longest time that a part of a launch may take, for a check that fails when it takes longer.
///
/// ```swift
/// let budgets = [
///   LaunchBudget(.ready, limit: .milliseconds(400)),
///   LaunchBudget(.module("Orders"), limit: .milliseconds(30)),
/// ]
/// let violations = LaunchBudget.check(budgets, in: reports)
/// ```
package struct LaunchBudget: Sendable, Hashable, Codable {
  /// The time that is limited.
  package let measure: LaunchMeasure
  private let limitMilliseconds: Double

  /// The longest time that it may take.
  package var limit: Duration { Duration(milliseconds: limitMilliseconds) }

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - measure: The time to limit.
  ///   - limit: The longest time that it may take.
  package init(_ measure: LaunchMeasure, limit: Duration) {
    self.measure = measure
    limitMilliseconds = limit.milliseconds
  }

  /// Returns the budgets that launches exceed.
  ///
  /// The median of all launches counts, so that one slow run breaks no budget. A budget for
  /// something that no launch has is also a violation, because it could never fail.
  ///
  /// - Parameters:
  ///   - budgets: The budgets.
  ///   - reports: The launches.
  /// - Returns: The violations, in the order of the budgets; empty when all are kept.
  /// - Complexity: O(n) for n tasks in all reports together, for each budget.
  package static func check(_ budgets: [LaunchBudget], in reports: [LaunchReport]) -> [Violation] {
    budgets.compactMap { budget in
      let times = reports.compactMap { $0.time(of: budget.measure) }
      guard let sample = RobustSample(times) else {
        return Violation(budget, median: nil, runs: 0, near: budget.near(in: reports))
      }
      guard sample.median > budget.limitMilliseconds else { return nil }
      return Violation(budget, median: sample.median, runs: sample.count, near: [])
    }
  }

  /// The names in the reports that are similar to the budget's name, which no report has.
  private func near(in reports: [LaunchReport]) -> [String] {
    let ran = reports.flatMap { $0.tasks.filter { $0.duration != nil } }
    switch measure {
    case .ready, .mainLane: return []
    case .task(let name): return Self.near(name, Set(ran.map(\.name)))
    case .module(let name): return Self.near(name, Set(ran.map(\.owner)))
    }
  }

  private static func near(_ name: ModuleName, _ names: Set<ModuleName>) -> [String] {
    NearNames.of(name.rawValue, among: names.map(\.rawValue))
  }
}

extension LaunchBudget {
  /// A budget that was not kept.
  package struct Violation: Sendable, Hashable, Codable {
    /// The budget.
    package let budget: LaunchBudget
    /// The number of launches that have the limited time; zero when none does.
    package let runs: Int
    /// Names in the launches that are similar to the budget's; empty when its time was measured.
    package let near: [String]
    private let medianMilliseconds: Double?

    /// The median of the time; nil when no launch had it.
    package var median: Duration? { medianMilliseconds.map { Duration(milliseconds: $0) } }

    init(_ budget: LaunchBudget, median: Double?, runs: Int, near: [String]) {
      self.budget = budget
      self.runs = runs
      self.near = near
      medianMilliseconds = median
    }
  }
}

extension LaunchBudget.Violation: CustomStringConvertible {
  /// The time that is over its budget and the excess, or the similar names that exist.
  package var description: String {
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
