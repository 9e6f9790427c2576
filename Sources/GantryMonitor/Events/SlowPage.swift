// SPDX-License-Identifier: Apache-2.0

public import GantryEvents
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

extension SlowPage: Event {}

extension PageMonitor {
  /// Tells of each call that takes longer than its budget allows.
  ///
  /// - Parameters:
  ///   - budgets: The budgets; the last one for a phase counts.
  ///   - body: Told of each slow call after it has ended, where it ran.
  /// - Returns: A token that keeps the observer; release it to end the observation.
  public func observeSlowPages(
    _ budgets: [PageBudget], _ body: @escaping @Sendable (SlowPage) -> Void
  ) -> PageObservation {
    let byPage = Dictionary(grouping: budgets, by: \.pageName)
    let least = budgets.map(\.limit).min()
    return observe { timing in
      // A call without a budget needs no name: building one costs more than everything else here.
      guard let least, timing.elapsed > least else { return }
      let budget = byPage[timing.pageName]?.last { $0.phase == timing.phase }
      if let budget, timing.elapsed > budget.limit { body(SlowPage(budget, timing)) }
    }
  }

  /// Sends a ``SlowPage`` event for each call that takes longer than its budget allows.
  ///
  /// - Parameters:
  ///   - budgets: The budgets; the last one for a phase counts.
  ///   - events: Where to send the events.
  /// - Returns: A token that keeps the observer; release it to end the observation.
  public func sendSlowPages(_ budgets: [PageBudget], to events: EventBus) -> PageObservation {
    observeSlowPages(budgets) { events.send($0) }
  }
}
