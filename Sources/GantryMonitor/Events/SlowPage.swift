// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch

/// A phase of a page took longer than its budget allows.
public struct SlowPage: Sendable, Hashable {
  /// The budget.
  public let budget: PageBudget
  /// From the beginning to the end of the call.
  public let elapsed: Duration
  /// The elapsed time without the pages that were called inside.
  public let own: Duration
  /// The calls around it and the call itself, outermost first: `Shop.OrdersPage.load`.
  public let chain: [String]

  init(_ budget: PageBudget, _ timing: PageTiming) {
    self.budget = budget
    elapsed = timing.elapsed
    own = timing.own
    chain = (timing.chain + [timing.call]).map(\.description)
  }
}

extension SlowPage: CustomStringConvertible {
  /// The chain of pages, the time that the call took, and its budget.
  public var description: String {
    """
    \(chain.joined(separator: " > ")) took \(elapsed.text), \(own.text) of it its own; \
    its budget is \(budget.limit.text)
    """
  }
}
