// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch

extension PageBudget {
  /// A budget that was not kept.
  public struct Violation: Sendable, Hashable, Codable {
    /// The budget.
    public let budget: PageBudget
    /// How long the phase took; nil when it was never called.
    public let summary: PageSummary?
  }
}

extension PageBudget.Violation: CustomStringConvertible {
  /// The page and phase that took too long, and by how much.
  public var description: String {
    let name = "\(budget.pageName).\(budget.phase.rawValue)"
    guard let summary else {
      return "\(name): it was never called, so its budget of \(budget.limit.text) means nothing"
    }
    let over = summary.percentile95 - budget.limit
    return """
      \(name): \(summary.percentile95.text), \(over.text) over its budget of \(budget.limit.text) \
      (95th percentile, calls: \(summary.count))
      """
  }
}
