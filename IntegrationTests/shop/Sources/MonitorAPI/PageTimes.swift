// SPDX-License-Identifier: Apache-2.0

/// How long the pages of the shop have taken since it was opened.
public protocol PageTimes: Sendable {
  /// The pages that were requested, sorted by the text of their routes.
  var pages: [TimedPage] { get }
  /// The calls that held the main actor too long, a sentence each, the oldest first.
  var held: [String] { get }
}
