// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// A phase of a page took longer than its budget allows.
public struct SlowPage: Sendable, Hashable {
  /// The budget.
  public let budget: PageBudget
  /// The time from the beginning to the end of the call.
  public let elapsed: Duration
  /// The elapsed time without the pages that were called inside the call.
  public let own: Duration
  /// The calls around it and the call itself, outermost first: `Shop.OrdersPage.load`.
  public let chain: [String]

  init(_ budget: PageBudget, _ timing: PageTiming) {
    self.budget = budget
    elapsed = timing.elapsed
    own = timing.own
    chain = timing.chain + ["\(timing.call)"]
  }
}

extension SlowPage: CustomStringConvertible {
  /// The chain of pages, the time that the call took, and its budget.
  public var description: String {
    """
    \(chain.joined(separator: " > ")) took \(elapsed.text), \(own.text) in itself; its budget is \
    \(budget.limit.text)
    """
  }
}

extension SlowPage: Event {}
