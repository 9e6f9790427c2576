// SPDX-License-Identifier: Apache-2.0

import GantryMonitor
import GantrySupport

/// A clock that a page advances, so that its work takes exactly as long as it says.
final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private let state = Mutex(Instant(offset: .zero))

  var now: Instant { state.withLock(\.self) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    state.withLock { $0 = max($0, deadline) }
  }

  func advance(milliseconds: Int) { advance(nanoseconds: milliseconds * 1_000_000) }

  func advance(nanoseconds: Int) {
    state.withLock { $0 = $0.advanced(by: .nanoseconds(nanoseconds)) }
  }
}

/// Keeps the timings that observers get.
final class Timings: Sendable {
  private let list = Mutex<[PageTiming]>([])

  var all: [PageTiming] { list.withLock(\.self) }
  var count: Int { all.count }
  /// The names without their module, and the phases.
  var calls: [String] { all.map { shortName($0.call) } }
  var elapsed: [Duration] { all.map(\.elapsed) }
  var own: [Duration] { all.map(\.own) }

  var keep: @Sendable (PageTiming) -> Void {
    { timing in self.list.withLock { $0.append(timing) } }
  }
}

func shortName(_ call: PageCall) -> String {
  call.description.split(separator: ".").suffix(2).joined(separator: ".")
}

extension Timings {
  /// Keeps lines of text.
  final class Lines: Sendable {
    private let list = Mutex<[String]>([])
    var all: [String] { list.withLock(\.self) }
    func add(_ line: String) { list.withLock { $0.append(line) } }
  }
}
