// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryMonitor

extension Benchmarks {
  /// A phase of a page: unobserved, observed by its type, and observed as one instance.
  static var monitoring: [Benchmark] {
    [
      monitored("monitor.none", aim: 2, isTimed: false) { _, _ in nil },
      monitored("monitor.type", aim: 3) { monitor, _ in
        monitor.observe(CountingPage.self) { timing in
          if timing.elapsed < .zero { preconditionFailure("the clock ran backwards") }
        }
      },
      monitored("monitor.instance", aim: 3) { monitor, page in
        monitor.observe(page: page) { timing in
          if timing.elapsed < .zero { preconditionFailure("the clock ran backwards") }
        }
      },
    ]
  }

  /// The part of each timed call that no code around it can save.
  private static func clockReadings(_ aim: Double) -> Contender {
    .init("two readings of the clock", aim: aim) {
      { count in for _ in 0..<count { readClockTwice() } }
    }
  }

  @inline(never)
  private static func readClockTwice() {
    var (start, end) = (timespec(), timespec())
    clock_gettime(CLOCK_MONOTONIC, &start)
    clock_gettime(CLOCK_MONOTONIC, &end)
    Sink.shared.sum &+= Int(end.tv_nsec &- start.tv_nsec)
  }

  /// - Parameter aim: The share of two readings of the clock, or of a virtual call where nothing is timed.
  private static func monitored(
    _ name: String, aim: Double, isTimed: Bool = true,
    observing observe: @escaping @MainActor (PageMonitor, CountingPage) -> PageObservation?
  ) -> Benchmark {
    Benchmark(
      name, allocations: 0,
      subject: .init("PageHost") {
        let monitor = PageMonitor()
        let host = PageHost(monitor)
        let page = makePage()
        let observation = observe(monitor, page)
        return { count in
          repeatedly(count, host, page)
          Sink.shared.sum &+= page.count
          withExtendedLifetime(observation) {}
        }
      },
      peers: [
        .init("a virtual call", aim: isTimed ? nil : aim) {
          let page = makePage()
          return { count in
            for _ in 0..<count { page.appear() }
            Sink.shared.sum &+= page.count
          }
        }
      ] + (isTimed ? [clockReadings(aim)] : []))
  }

  /// Apart from the closure, which counts references to what it captured for each call.
  @inline(never)
  private static func repeatedly(_ count: Int, _ host: PageHost, _ page: CountingPage) {
    for _ in 0..<count { try? host.perform(.willAppear, of: page) }
  }

  /// A page of a class that the optimizer cannot know.
  @inline(never)
  private static func makePage() -> CountingPage {
    CommandLine.arguments.isEmpty ? CountingPage() : CountingMore()
  }
}

/// A page that does next to nothing.
private class CountingPage: Page {
  final var count = 0

  func willAppear(_ context: borrowing PageContext) throws { appear() }
  func appear() { count &+= 1 }
}

private final class CountingMore: CountingPage {
  override func appear() { count &+= 2 }
}
