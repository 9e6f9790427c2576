// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Foundation

/// Something that a person does, described so that it can go on elsewhere or later.
public struct UserActivity: Hashable, Sendable, Codable {
  /// Which kind of activity, as the app declared it.
  public let type: String
  /// The title that people read, if any.
  public let title: String?
  /// The page where a browser could go on.
  public let webpageURL: URL?
  /// The data that the app needs to go on, as a property list.
  public let userInfo: Data?

  /// Makes an activity.
  ///
  /// - Parameters:
  ///   - type: Which kind of activity, as the app declared it.
  ///   - title: The title that people read, if any.
  ///   - webpageURL: The page where a browser could go on.
  ///   - userInfo: The data that the app needs to go on, as a property list.
  public init(
    type: String, title: String? = nil, webpageURL: URL? = nil, userInfo: Data? = nil
  ) {
    self.type = type
    self.title = title
    self.webpageURL = webpageURL
    self.userInfo = userInfo
  }
}
