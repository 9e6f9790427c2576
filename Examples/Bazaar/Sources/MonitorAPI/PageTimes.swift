// SPDX-License-Identifier: Apache-2.0

public import GantryLaunch

/// How long the pages of the shop have taken since it was opened.
public protocol PageTimes: Sendable {
  /// The pages that were requested, sorted by the text of their routes.
  var pages: [TimedPage] { get }
  /// The calls that held the main actor too long, a sentence each, the oldest first.
  var held: [String] { get }

  /// The launch, the handlers of events and the calls of routes on one time line.
  ///
  /// - Parameter launch: The launch; nil leaves it out.
  /// - Returns: JSON in the Trace Event Format, which Perfetto opens.
  func trace(joining launch: LaunchReport?) -> String
}
