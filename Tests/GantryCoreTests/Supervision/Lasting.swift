// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import GantrySupport

/// Long-running work that a test ends.
final class Lasting: Sendable {
  enum End: Sendable { case returns, throwing }

  private let ends = AsyncStream.makeStream(of: End.self)
  private let state = Mutex((calls: 0, cancellations: 0))

  /// How often it was called.
  var calls: Int { state.withLock(\.calls) }
  var cancellations: Int { state.withLock(\.cancellations) }

  func run() async throws {
    state.withLock { $0.calls += 1 }
    for await end in ends.stream {
      if end == .throwing { throw Broken() }
      return
    }
    state.withLock { $0.cancellations += 1 }
    throw CancellationError()
  }

  func end(_ end: End) { ends.continuation.yield(end) }

  /// Waits until it has been called this many times.
  func called(_ times: Int) async {
    while calls < times { await Task.yield() }
  }
}

extension Explanation {
  /// The reasons in words.
  var texts: [String] { chain.map(\.description) }

  /// Whether a module did not launch, or its work has failed for good.
  var hasFailed: Bool {
    switch state {
    case .failed?, .launched(.failed)?: true
    default: false
    }
  }

  /// Whether a module has launched, well or not.
  var isLaunched: Bool { if case .launched? = state { true } else { false } }

  var isLeftOut: Bool { if case .leftOut? = state { true } else { false } }
}
