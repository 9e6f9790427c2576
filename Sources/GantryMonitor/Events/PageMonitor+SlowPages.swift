// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryEvents

extension SlowPage: Event {}

extension PageMonitor {
  /// Tells of each call that takes longer than its budget allows.
  ///
  /// - Parameters:
  ///   - budgets: What to hold the pages to; of several for one phase the last counts.
  ///   - body: Told of each slow call after it has ended, where it ran.
  /// - Returns: What keeps the observer; let it go and the observer ends.
  public func observeSlowPages(
    _ budgets: [PageBudget], _ body: @escaping @Sendable (SlowPage) -> Void
  ) -> PageObservation {
    let byPage = Dictionary(grouping: budgets, by: \.pageName)
    let least = budgets.map(\.limit).min()
    return observe { timing in
      // What no budget forbids needs no name, which costs more than all else.
      guard let least, timing.elapsed > least else { return }
      let budget = byPage[timing.pageName]?.last { $0.phase == timing.phase }
      if let budget, timing.elapsed > budget.limit { body(SlowPage(budget, timing)) }
    }
  }

  /// Sends a ``SlowPage`` event for each call that takes longer than its budget allows.
  ///
  /// - Parameters:
  ///   - budgets: What to hold the pages to; of several for one phase the last counts.
  ///   - events: Where to send the events.
  /// - Returns: What keeps the observer; let it go and the observer ends.
  public func sendSlowPages(_ budgets: [PageBudget], to events: EventBus) -> PageObservation {
    observeSlowPages(budgets) { events.send($0) }
  }
}
