// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch

extension LaunchComparison {
  /// A time that changed by more than chance explains.
  public struct Change: Sendable, Hashable, Codable {
    /// The time that was measured.
    public let measure: LaunchMeasure
    private let baselineMilliseconds: Double
    private let candidateMilliseconds: Double
    private let noiseMilliseconds: Double

    /// The median before.
    public var baseline: Duration { Duration(milliseconds: baselineMilliseconds) }

    /// The median after.
    public var candidate: Duration { Duration(milliseconds: candidateMilliseconds) }

    /// How much the two could have differed by chance.
    public var noise: Duration { Duration(milliseconds: noiseMilliseconds) }

    /// How much longer it takes now; negative when it is faster.
    public var difference: Duration {
      Duration(milliseconds: candidateMilliseconds - baselineMilliseconds)
    }

    /// Nil when chance explains the difference.
    init?(_ measure: LaunchMeasure, _ first: RobustSample, _ second: RobustSample, _ noise: Double)
    {
      guard abs(second.median - first.median) > noise else { return nil }
      self.measure = measure
      baselineMilliseconds = first.median
      candidateMilliseconds = second.median
      noiseMilliseconds = noise
    }
  }
}
