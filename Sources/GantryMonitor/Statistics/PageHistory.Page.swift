// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension PageHistory {
  /// The last calls of one type of page: plain data.
  public struct Page: Sendable, Hashable, Codable {
    /// The name of the page's type, with its module.
    public let pageName: String
    /// The phase that was called.
    public let phase: PagePhase
    /// The last calls, in the order in which they ended; at least one.
    public let calls: [PageHistory.Call]
  }
}
