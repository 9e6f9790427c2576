// SPDX-License-Identifier: Apache-2.0

/// The load times of one page, as plain data.
public struct TimedPage: Sendable, Codable, Equatable {
  /// One load of a page.
  public struct Load: Sendable, Codable, Equatable {
    /// The time from the call of the route to the page or the error.
    public let elapsed: Duration
    /// Whether it ended with an error, such as a missing page.
    public let hasFailed: Bool

    /// Describes a load.
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

    /// Begins at zero.
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
  /// The time that 95 of 100 loads did not exceed.
  public let percentile95: Duration
  /// The longest.
  public let longest: Duration
  /// The longest that a load may take.
  public let budget: Duration
  /// The last loads, the oldest first.
  public let last: [Load]

  /// Describes the load times of a page.
  ///
  /// - Parameters:
  ///   - pattern: The text of the route's pattern.
  ///   - module: The module that makes the page.
  ///   - counts: How often it was loaded.
  ///   - median: The time that half of the loads did not exceed.
  ///   - percentile95: The time that 95 of 100 loads did not exceed.
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
