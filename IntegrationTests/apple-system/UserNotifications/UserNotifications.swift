// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

public struct UNNotificationPresentationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let badge = Self(rawValue: 1)
  public static let sound = Self(rawValue: 2)
  public static let list = Self(rawValue: 8)
  public static let banner = Self(rawValue: 16)
}

public final class UNNotificationContent {
  public let title: String
  public let body: String
  public let categoryIdentifier: String
  public let userInfo: [AnyHashable: Any]

  public init(
    title: String, body: String = "", category: String = "", userInfo: [AnyHashable: Any] = [:]
  ) {
    self.title = title
    self.body = body
    categoryIdentifier = category
    self.userInfo = userInfo
  }
}

public final class UNNotificationRequest {
  public let identifier: String
  public let content: UNNotificationContent

  public init(_ identifier: String, _ content: UNNotificationContent) {
    self.identifier = identifier
    self.content = content
  }
}

public final class UNNotification {
  public let request: UNNotificationRequest

  public init(_ identifier: String, _ content: UNNotificationContent) {
    request = UNNotificationRequest(identifier, content)
  }
}

open class UNNotificationResponse {
  public let notification: UNNotification
  public let actionIdentifier: String
  /// The scene that shows it, which UIKit adds where it is real.
  public var scene: AnyObject?

  public init(_ notification: UNNotification, action: String) {
    self.notification = notification
    actionIdentifier = action
  }
}

public final class UNTextInputNotificationResponse: UNNotificationResponse {
  public let userText: String

  public init(_ notification: UNNotification, action: String, text: String) {
    userText = text
    super.init(notification, action: action)
  }
}

@MainActor public final class UNUserNotificationCenter {
  private static let shared = UNUserNotificationCenter()
  public static func current() -> UNUserNotificationCenter { shared }

  /// How often the center was given a delegate.
  public private(set) var timesSet = 0
  public weak var delegate: (any UNUserNotificationCenterDelegate)? {
    didSet { timesSet += delegate == nil ? 0 : 1 }
  }
}

@MainActor public protocol UNUserNotificationCenterDelegate: AnyObject {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping (UNNotificationPresentationOptions) -> Void)
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void)
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)
}
