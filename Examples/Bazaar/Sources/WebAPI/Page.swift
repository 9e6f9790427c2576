// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// What a route shows a browser.
///
/// A route with this output answers a browser's GET; the web module puts the frame around it.
public struct Page: Sendable {
  /// What stands in the title of the window.
  public let title: String
  /// The HTML of the content; whatever was inserted is escaped.
  public let content: String

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - title: What stands in the title of the window.
  ///   - content: The HTML of the content, with everything that was inserted escaped.
  public init(title: String, content: String) {
    self.title = title
    self.content = content
  }
}
