// SPDX-License-Identifier: Apache-2.0

internal import GantryText

/// The number of further attempts after a failure, and the waits between them.
///
/// A task that timed out or was cancelled isn't tried again.
public struct RetryPolicy: Sendable, Hashable, Codable {
  private struct Attempts: Sendable, Hashable, Codable {
    var count = 0
    var factor = 2.0
    var delayMilliseconds = 0.0
    var capMilliseconds = 30_000.0
  }

  private let attempts: Attempts

  /// The number of further attempts; zero means none.
  public var count: Int { attempts.count }
  /// The factor from each wait to the next one.
  public var factor: Double { attempts.factor }
  private var delayMilliseconds: Double { attempts.delayMilliseconds }
  private var capMilliseconds: Double { attempts.capMilliseconds }

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - count: The number of further attempts, clamped to 0...2,147,483,647.
  ///   - delay: The wait before the second attempt.
  ///   - factor: The factor from each wait to the next one.
  ///   - cap: The longest wait.
  public init(
    count: Int, delay: Duration = .zero, factor: Double = 2, cap: Duration = .seconds(30)
  ) {
    self.init(
      Attempts(
        count: count, factor: factor, delayMilliseconds: max(0, delay.milliseconds),
        capMilliseconds: max(0, cap.milliseconds)))
  }

  private init(_ attempts: Attempts) {
    var attempts = attempts
    attempts.count = min(max(0, attempts.count), Int(Int32.max))
    self.attempts = attempts
  }

  /// Decodes a policy.
  public init(from decoder: any Decoder) throws { try self.init(Attempts(from: decoder)) }

  /// Encodes the policy.
  public func encode(to encoder: any Encoder) throws { try attempts.encode(to: encoder) }

  /// Never tries again.
  public static let never = RetryPolicy(count: 0)

  /// Returns a policy that tries again at once.
  ///
  /// - Parameter count: The number of further attempts.
  public static func immediately(_ count: Int) -> RetryPolicy { RetryPolicy(count: count) }

  /// Three more attempts, after 0.1, 0.2 and 0.4 seconds.
  public static let backoff = RetryPolicy(count: 3, delay: .milliseconds(100))

  /// The wait before the second attempt.
  public var delay: Duration { Duration(milliseconds: delayMilliseconds) }

  /// The longest wait.
  public var cap: Duration { Duration(milliseconds: capMilliseconds) }

  /// Returns the wait before one of the further attempts.
  ///
  /// - Parameter retry: The number of the further attempt, from 1.
  /// - Returns: The wait, at most ``cap``.
  package func wait(before retry: Int) -> Duration {
    var wait = delayMilliseconds
    for _ in 0..<max(0, retry - 1) {
      let next = wait * factor
      // With very many attempts, most waits are equal.
      guard wait > 0, wait < capMilliseconds, next != wait else { break }
      wait = next
    }
    return wait < capMilliseconds ? Duration(milliseconds: max(0, wait)) : cap
  }
}
