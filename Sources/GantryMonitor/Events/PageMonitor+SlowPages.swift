// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryEvents

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
