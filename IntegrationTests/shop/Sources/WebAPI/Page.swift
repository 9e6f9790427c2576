// SPDX-License-Identifier: Apache-2.0

/// The page that a route shows a browser.
///
/// A route with this output answers a browser's GET. The web module puts the frame around it,
/// unless it is a whole document of its own.
public struct Page: Sendable {
  /// The title of the window.
  public let title: String
  /// The HTML of the content; all inserted values are escaped.
  public let content: String
  /// The media type of a whole document, which gets no frame; nil for content that does.
  public let type: String?

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - title: The title of the window.
  ///   - content: The HTML of the content, with all inserted values escaped.
  public init(title: String, content: String) {
    self.title = title
    self.content = content
    type = nil
  }

  /// Creates a document that is sent as it is. Its scripts do not run.
  ///
  /// - Parameters:
  ///   - content: The whole document.
  ///   - type: Its media type.
  ///   - title: The title of the document.
  public init(whole content: String, type: String, title: String) {
    self.title = title
    self.content = content
    self.type = type
  }
}
