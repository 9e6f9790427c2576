// SPDX-License-Identifier: Apache-2.0

/// How long one page took: plain data.
public struct TimedPage: Sendable, Codable, Equatable {
  /// One load of a page.
  public struct Load: Sendable, Codable, Equatable {
    /// From the call of the route to the page, or to the error.
    public let elapsed: Duration
    /// Whether an error came of it; a page that is not there is one.
    public let hasFailed: Bool

    /// States how a load went.
    public init(elapsed: Duration, hasFailed: Bool = false) {
      self.elapsed = elapsed
      self.hasFailed = hasFailed
    }
  }

  /// How often each result of a load occurred.
  public struct Counts: Sendable, Codable, Equatable {
    /// All loads.
    public var loads = 0
    /// Those that failed.
    public var failed = 0
    /// Those that took longer than their budget.
    public var overBudget = 0

    /// Nothing yet.
    public init() {}
  }

  /// The text of the route's pattern: `catalog/:id`.
  public let pattern: String
  /// The module that makes the page.
  public let module: String
  /// How often it was loaded.
  public let counts: Counts
  /// The time that half of the loads with a page did not exceed; zero when there were none.
  public let median: Duration
  /// The time that 95 of a hundred did not exceed.
  public let percentile95: Duration
  /// The longest.
  public let longest: Duration
  /// The longest that a load may take.
  public let budget: Duration
  /// The last loads, the oldest first.
  public let last: [Load]

  /// States how long a page took.
  ///
  /// - Parameters:
  ///   - pattern: The text of the route's pattern.
  ///   - module: The module that makes the page.
  ///   - counts: How often it was loaded.
  ///   - median: The time that half of the loads did not exceed.
  ///   - percentile95: The time that 95 of a hundred did not exceed.
  ///   - longest: The longest.
  ///   - budget: The longest that a load may take.
  ///   - last: The last loads, the oldest first.
  public init(
    pattern: String, module: String, counts: Counts, median: Duration, percentile95: Duration,
    longest: Duration, budget: Duration, last: [Load]
  ) {
    self.pattern = pattern
    self.module = module
    self.counts = counts
    self.median = median
    self.percentile95 = percentile95
    self.longest = longest
    self.budget = budget
    self.last = last
  }
}
