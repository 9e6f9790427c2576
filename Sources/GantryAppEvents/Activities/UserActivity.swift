// SPDX-License-Identifier: Apache-2.0

public import Foundation
package import GantryEvents

/// Something that a person does, described so that it can continue elsewhere or later.
public struct UserActivity: Hashable, Sendable, Codable {
  /// The kind of activity, as the app declared it.
  public let type: String
  /// The title that people read, if any.
  public let title: String?
  /// The page on which a browser could continue.
  public let webpageURL: URL?
  /// The data that the app needs to continue, as a property list.
  public let userInfo: Data?

  package var system = SystemReference()

  private enum CodingKeys: CodingKey {
    case type, title, webpageURL, userInfo
  }

  /// Creates an activity.
  ///
  /// - Parameters:
  ///   - type: The kind of activity, as the app declared it.
  ///   - title: The title that people read, if any.
  ///   - webpageURL: The page on which a browser could continue.
  ///   - userInfo: The data that the app needs to continue, as a property list.
  public init(
    type: String, title: String? = nil, webpageURL: URL? = nil, userInfo: Data? = nil
  ) {
    self.type = type
    self.title = title
    self.webpageURL = webpageURL
    self.userInfo = userInfo
  }
}
