// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation

@MainActor public final class UIApplication: UIResponder {
  public enum State: Int, Sendable {
    case active
    case inactive
    case background
  }

  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let url = Self(rawValue: "url")
    public static let remoteNotification = Self(rawValue: "remoteNotification")
    public static let shortcutItem = Self(rawValue: "shortcutItem")
    public static let location = Self(rawValue: "location")
    public static let bluetoothCentrals = Self(rawValue: "bluetoothCentrals")
    public static let bluetoothPeripherals = Self(rawValue: "bluetoothPeripherals")
  }

  public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let sourceApplication = Self(rawValue: "sourceApplication")
    public static let openInPlace = Self(rawValue: "openInPlace")
  }

  public struct ExtensionPointIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  nonisolated private static func name(_ text: String) -> Notification.Name {
    Notification.Name("UIApplication.\(text)")
  }

  nonisolated public static let didFinishLaunchingNotification = name("didFinishLaunching")
  nonisolated public static let didBecomeActiveNotification = name("didBecomeActive")
  nonisolated public static let willResignActiveNotification = name("willResignActive")
  nonisolated public static let didEnterBackgroundNotification = name("didEnterBackground")
  nonisolated public static let willEnterForegroundNotification = name("willEnterForeground")
  nonisolated public static let willTerminateNotification = name("willTerminate")
  nonisolated public static let didReceiveMemoryWarningNotification = name("memoryWarning")
  nonisolated public static let significantTimeChangeNotification = name("timeChange")
  nonisolated public static let protectedDataWillBecomeUnavailableNotification = name("locks")
  nonisolated public static let protectedDataDidBecomeAvailableNotification = name("unlocked")

  /// Weak, and asked what it has when it is set, and only then, as the real one is.
  public weak var delegate: (any UIApplicationDelegate)? { didSet { ask() } }
  public private(set) var timesAsked = 0
  private var answers: Set<String> = []

  private func ask() {
    guard let delegate else { return answers = [] }
    timesAsked += 1
    answers = Set(DelegateNames.all.filter { delegate.responds(to: Selector($0)) })
  }

  /// Whether the delegate had a method when it was asked.
  public func knows(_ name: String) -> Bool { answers.contains(name) }

  public var connectedScenes: Set<UIScene> = []
  /// Inactive while an app without scenes launches in the foreground; one with scenes is in the background
  /// until the first of them connects.
  public var applicationState = State.inactive
  public var isProtectedDataAvailable = true

  /// The expiration handlers of the times that were asked for and not given back.
  public private(set) var timesInBackground: [UIBackgroundTaskIdentifier: @MainActor () -> Void] =
    [:]
  private var lastTime = 0

  public func beginBackgroundTask(
    withName name: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    lastTime += 1
    let identifier = UIBackgroundTaskIdentifier(rawValue: lastTime)
    timesInBackground[identifier] = handler
    return identifier
  }

  public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    timesInBackground[identifier] = nil
  }

  public func supportedInterfaceOrientations(for window: UIWindow?) -> UIInterfaceOrientationMask {
    .portrait
  }

  /// Launches the app: the answers of both methods.
  public func launch(_ options: [LaunchOptionsKey: Any] = [:]) -> [Bool] {
    guard let delegate = delegate as? any CompleteApplicationDelegate else { return [] }
    let answers = [
      delegate.application(self, willFinishLaunchingWithOptions: options),
      delegate.application(self, didFinishLaunchingWithOptions: options),
    ]
    post(Self.didFinishLaunchingNotification)
    return answers
  }

  /// Opens a URL as the system does: by the delegate, if it had the method when it was asked.
  public func open(_ url: URL) -> Bool {
    guard knows("application:openURL:options:"),
      let delegate = delegate as? any CompleteApplicationDelegate
    else { return false }
    return delegate.application(self, open: url, options: [:])
  }

  public func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }
}

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let invalid = Self(rawValue: 0)
}

/// The methods are optional; those of the library's delegate are in `CompleteDelegates.swift`.
@MainActor public protocol UIApplicationDelegate: AnyObject {
  nonisolated func responds(to aSelector: Selector?) -> Bool
  var window: UIWindow? { get }
}

extension UIApplicationDelegate {
  public var window: UIWindow? { nil }
}
