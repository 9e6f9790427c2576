// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import BazaarKit

/// What a route shows: HTML for a browser, lines for a terminal.
///
/// A route with this output answers a browser's GET; the web module puts the frame around it.
public struct Page: Sendable {
  /// What stands in the title of the window.
  public let title: String
  /// The HTML of the content; whatever was inserted is escaped.
  public let content: String
  /// The same in lines for a terminal.
  public let lines: Notice

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - title: What stands in the title of the window.
  ///   - content: The HTML of the content, with everything that was inserted escaped.
  ///   - lines: The same in lines for a terminal.
  public init(title: String, content: String, lines: Notice) {
    self.title = title
    self.content = content
    self.lines = lines
  }
}
