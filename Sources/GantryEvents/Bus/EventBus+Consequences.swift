// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Everything that one act sets off: the mail that it sends, and the mail that its handlers send.
///
/// Every part keeps this object alive, so it ends with the last of them: handled mail, dropped
/// mail, and tasks that were started meanwhile.
final class Consequences: Sendable {
  /// How many acts are followed anywhere; sending asks no task for its cause without one.
  static let followed = Atomic<Int>(0)

  @TaskLocal private static var innermost: Consequences?

  /// The consequences that the running task is part of.
  static var current: Consequences? {
    followed.load(ordering: .relaxed) == 0 ? nil : innermost
  }

  private let onEnd: @Sendable () -> Void

  init(onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = onEnd
    Self.followed.add(1, ordering: .relaxed)
  }

  deinit {
    Self.followed.subtract(1, ordering: .relaxed)
    onEnd()
  }

  /// Runs a body as a part of it.
  func run<R>(_ body: () async -> R) async -> R {
    await Self.$innermost.withValue(self, operation: body)
  }
}

extension EventBus {
  /// Runs a body, and reports when everything that it has set off has ended, too.
  ///
  /// Events that the body sends count until their handlers have ended, and so do those that the
  /// handlers send, and tasks that any of them starts. Events held for a listener that has not
  /// launched yet do not count.
  ///
  /// - Parameters:
  ///   - onEnd: Called once, wherever the last of it ends.
  ///   - body: The act.
  /// - Returns: The body's result, at the end of the body.
  package func following<R>(
    onEnd: @escaping @Sendable () -> Void, _ body: () async -> R
  ) async -> R {
    await Consequences(onEnd: onEnd).run(body)
  }
}
