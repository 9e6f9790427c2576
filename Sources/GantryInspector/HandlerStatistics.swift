// SPDX-License-Identifier: Apache-2.0

internal import Gantry
internal import GantryMonitor

/// Counts the calls of event handlers, and adds up their times.
final class HandlerStatistics: Sendable {
  private struct Key: Hashable {
    let module: ModuleName
    let handler: String
    let event: String
  }

  /// The calls of one handler.
  struct Total: Sendable {
    let module: ModuleName
    let handler: String
    let event: String
    var count = 0
    var sum = Duration.zero
    var longest = Duration.zero

    mutating func add(_ time: Duration) {
      count += 1
      sum += time
      longest = max(longest, time)
    }
  }

  private let totals = Gathered<[Key: Total]>([:])

  /// Counts from now on, until the statistics go away.
  init(of bus: EventBus) {
    totals.keep(
      bus.observeTimings { [weak totals] timing in
        let key = Key(module: timing.listener, handler: timing.handler, event: timing.event)
        let unused = Total(module: key.module, handler: key.handler, event: key.event)
        totals?.update { $0[key, default: unused].add(timing.duration) }
      })
  }

  /// The handlers that were called; those that took most time in all come first.
  var all: [Total] {
    totals.value.values.sorted { ($1.sum, $0.module, $0.handler) < ($0.sum, $1.module, $1.handler) }
  }
}
