// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CloudKit
@_exported import Foundation
public import UserNotifications

@MainActor public final class UISceneConfiguration {
  public let name: String?
  public init(name: String?) { self.name = name }
}

@MainActor public final class UISceneSession: Hashable {
  public struct Role: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let windowApplication = Self(rawValue: "UIWindowSceneSessionRoleApplication")
  }

  public let role: Role
  public let configuration: UISceneConfiguration
  public let persistentIdentifier: String
  public var stateRestorationActivity: NSUserActivity?

  public init(_ identifier: String, role: String = "UIWindowSceneSessionRoleApplication") {
    self.role = Role(rawValue: role)
    configuration = UISceneConfiguration(name: nil)
    persistentIdentifier = identifier
  }

  nonisolated public static func == (one: UISceneSession, other: UISceneSession) -> Bool {
    one === other
  }
  nonisolated public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

@MainActor public final class UIOpenURLContext: Hashable {
  public let url: URL
  public let options: UIScene.OpenURLOptions

  public init(url: URL, from application: String? = nil) {
    self.url = url
    options = UIScene.OpenURLOptions(sourceApplication: application, openInPlace: false)
  }

  nonisolated public static func == (one: UIOpenURLContext, other: UIOpenURLContext) -> Bool {
    one === other
  }
  nonisolated public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

@MainActor open class UIScene: UIResponder, Hashable {
  @MainActor public struct OpenURLOptions {
    public let sourceApplication: String?
    public let openInPlace: Bool
  }

  @MainActor public final class ConnectionOptions {
    public var urlContexts: Set<UIOpenURLContext> = []
    /// A set where it is real; activities of the stand-in have no hash.
    public var userActivities: [NSUserActivity] = []
    public var shortcutItem: UIApplicationShortcutItem?
    public var cloudKitShareMetadata: CKShare.Metadata?
    public init() {}
  }

  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive
    case foregroundInactive
    case background
  }

  public var activationState = ActivationState.foregroundActive

  nonisolated public static let willConnectNotification = Notification.Name("willConnect")
  nonisolated public static let didDisconnectNotification = Notification.Name("didDisconnect")
  nonisolated public static let didActivateNotification = Notification.Name("didActivate")
  nonisolated public static let willDeactivateNotification = Notification.Name("willDeactivate")
  nonisolated public static let didEnterBackgroundNotification = Notification.Name("didHide")
  nonisolated public static let willEnterForegroundNotification = Notification.Name("willShow")

  public let session: UISceneSession
  /// Asked what it has when it is set, and only then, as the real one is believed to be.
  public var delegate: (any UISceneDelegate)? { didSet { ask() } }
  private var answers: Set<String> = []

  public init(_ session: UISceneSession) {
    self.session = session
    super.init()
  }

  private func ask() {
    answers = Set(
      DelegateNames.all.filter { delegate?.responds(to: Selector($0)) == true })
  }

  /// Whether the delegate had a method when it was asked.
  public func knows(_ name: String) -> Bool { answers.contains(name) }

  nonisolated public static func == (one: UIScene, other: UIScene) -> Bool { one === other }
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Connects the scene as the system does: its delegate is asked first, then all are told.
  public func connect(_ options: ConnectionOptions = ConnectionOptions()) {
    let delegate = delegate as? any CompleteSceneDelegate
    delegate?.scene(self, willConnectTo: session, options: options)
    NotificationCenter.default.post(name: Self.willConnectNotification, object: self)
  }
}

@MainActor public final class UIWindowScene: UIScene {
  public internal(set) var windows: [UIWindow] = []
  public internal(set) var keyWindow: UIWindow?

  @MainActor public final class Geometry {
    public init() {}
  }

  @MainActor public final class WindowingControlStyle {
    public static let automatic = WindowingControlStyle()
    public static let minimal = WindowingControlStyle()
  }
}

/// The methods are optional; those of the library's delegate are in `CompleteDelegates.swift`.
@MainActor public protocol UISceneDelegate: AnyObject {
  nonisolated func responds(to aSelector: Selector?) -> Bool
}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {}

extension UNNotificationResponse {
  @MainActor public var targetScene: UIScene? { scene as? UIScene }
}
