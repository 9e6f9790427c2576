// SPDX-License-Identifier: Apache-2.0

public import Foundation
package import GantryEvents

/// A notification as users see it.
public struct UserNotification: Hashable, Sendable, Codable {
  /// The identifier under which it was requested.
  public let id: String
  /// The title, which may be empty.
  public let title: String
  /// The text, which may be empty.
  public let body: String
  /// The category, which decides the actions, if any.
  public let category: String?
  /// The data that the sender added, as JSON.
  public let payload: Data?

  package var system = SystemReference()

  private enum CodingKeys: CodingKey {
    case id, title, body, category, payload
  }

  /// Creates a notification.
  ///
  /// - Parameters:
  ///   - id: The identifier under which it was requested.
  ///   - title: The title, which may be empty.
  ///   - body: The text, which may be empty.
  ///   - category: The category, which decides the actions, if any.
  ///   - payload: The data that the sender added, as JSON.
  public init(
    id: String, title: String = "", body: String = "", category: String? = nil,
    payload: Data? = nil
  ) {
    self.id = id
    self.title = title
    self.body = body
    self.category = category
    self.payload = payload
  }
}
