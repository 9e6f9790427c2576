// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// How often failed work is tried again, and the waits before each further attempt.
///
/// It applies to a launch task, which isn't tried again if it timed out or was cancelled, and to the
/// restarts of long-running work.
public struct RetryPolicy: Sendable, Hashable, Codable {
  private enum CodingKeys: String, CodingKey {
    case limit = "count"
    case factor, delayMilliseconds, capMilliseconds
  }

  private static let most = Int(Int32.max)

  private let limit: Int
  /// The factor from each wait to the next one.
  package let factor: Double
  private let delayMilliseconds: Double
  private let capMilliseconds: Double

  /// The number of further attempts; zero means none.
  package var count: Int { min(max(0, limit), Self.most) }  // A file may have any number.

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
    limit = min(max(0, count), Self.most)
    self.factor = factor
    delayMilliseconds = max(0, delay.milliseconds)
    capMilliseconds = max(0, cap.milliseconds)
  }

  /// Never tries again.
  public static let never = RetryPolicy(count: 0)

  /// Returns a policy that tries again at once.
  ///
  /// - Parameter count: The number of further attempts.
  public static func immediately(_ count: Int) -> RetryPolicy { RetryPolicy(count: count) }

  /// Three more attempts, after 0.1, 0.2 and 0.4 seconds.
  public static let backoff = backoff(3)

  /// Returns a policy whose waits begin with 0.1 seconds, and double up to 30.
  ///
  /// - Parameter count: The number of further attempts.
  public static func backoff(_ count: Int) -> RetryPolicy {
    RetryPolicy(count: count, delay: .milliseconds(100))
  }

  /// Any number of further attempts, after 0.1 seconds at first, then twice as long up to 30.
  public static let unlimited = backoff(.max)

  /// Returns a policy with equal waits.
  ///
  /// - Parameters:
  ///   - wait: The wait before each further attempt.
  ///   - count: The number of further attempts; by default, there is no limit.
  public static func every(_ wait: Duration, times count: Int = .max) -> RetryPolicy {
    RetryPolicy(count: count, delay: wait, factor: 1, cap: wait)
  }

  /// Whether the number of attempts is so large that nothing ever reaches it.
  package var isUnlimited: Bool { count == Self.most }

  /// The wait before the second attempt.
  package var delay: Duration { Duration(milliseconds: delayMilliseconds) }

  /// The longest wait.
  package var cap: Duration { Duration(milliseconds: capMilliseconds) }

  /// Returns the wait before one of the further attempts.
  ///
  /// - Parameter retry: The number of the further attempt, from 1.
  /// - Returns: The wait, at most `cap`.
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
