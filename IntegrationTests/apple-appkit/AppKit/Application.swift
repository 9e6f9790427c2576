// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation
@_exported import ObjectiveC

// A stand-in for AppKit in plain Swift, as far as GantryApple uses it.

@MainActor open class NSResponder: Root, NSUserActivityRestoring {
  public override init() { super.init() }
}

@MainActor public protocol NSUserActivityRestoring: AnyObject {}

@MainActor open class NSViewController: NSResponder {}

@MainActor public final class NSPrintInfo {
  public struct AttributeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

@MainActor public final class NSMenuItem {
  public let title: String
  public init(title: String) { self.title = title }
}

@MainActor public final class NSMenu {
  public private(set) var items: [NSMenuItem] = []
  public init(title: String) {}
  public func addItem(_ item: NSMenuItem) { items.append(item) }
  public func removeAllItems() { items = [] }
  public func copy() -> Any {
    let menu = NSMenu(title: "")
    menu.items = items
    return menu
  }
}

public final class NSUserActivity {
  public let activityType: String
  public var title: String?
  public var webpageURL: URL?
  public var userInfo: [AnyHashable: Any]?

  public init(activityType: String) { self.activityType = activityType }

  public func addUserInfoEntries(from entries: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(entries) { _, new in new }
  }
}

@MainActor public final class NSApplication: NSResponder {
  public enum TerminateReply: UInt, Sendable {
    case terminateCancel
    case terminateNow
    case terminateLater
  }

  public enum PrintReply: UInt, Sendable {
    case printingCancelled
    case printingSuccess
    case printingReplyLater
    case printingFailure
  }

  public enum DelegateReply: UInt, Sendable {
    case success
    case cancel
    case failure
  }

  nonisolated private static func name(_ text: String) -> Notification.Name {
    Notification.Name("NSApplication.\(text)")
  }

  nonisolated public static let willHideNotification = name("willHide")
  nonisolated public static let didHideNotification = name("didHide")
  nonisolated public static let willUnhideNotification = name("willUnhide")
  nonisolated public static let didUnhideNotification = name("didUnhide")
  nonisolated public static let willBecomeActiveNotification = name("willBecomeActive")
  nonisolated public static let didBecomeActiveNotification = name("didBecomeActive")
  nonisolated public static let willResignActiveNotification = name("willResignActive")
  nonisolated public static let didResignActiveNotification = name("didResignActive")
  nonisolated public static let willTerminateNotification = name("willTerminate")
  nonisolated public static let didChangeScreenParametersNotification = name(
    "didChangeScreenParameters")
  nonisolated public static let didChangeOcclusionStateNotification = name(
    "didChangeOcclusionState")
  nonisolated public static let protectedDataWillBecomeUnavailableNotification = name(
    "protectedDataWillBecomeUnavailable")
  nonisolated public static let protectedDataDidBecomeAvailableNotification = name(
    "protectedDataDidBecomeAvailable")

  /// Weak, and asked what it has when it is set, and only then, as the real one is.
  public weak var delegate: (any NSApplicationDelegate)? { didSet { ask() } }
  public private(set) var timesAsked = 0
  /// What the app was told of its end.
  public private(set) var replies: [Bool] = []
  /// What the app was told of files that were printed.
  public private(set) var printed: [DelegateReply] = []
  private var answers: Set<String> = []

  private func ask() {
    guard let delegate else { return answers = [] }
    timesAsked += 1
    answers = Set(DelegateNames.all.filter { delegate.responds(to: Selector($0)) })
  }

  /// Whether the delegate had a method when it was asked.
  public func knows(_ name: String) -> Bool { answers.contains(name) }

  public func reply(toApplicationShouldTerminate shouldTerminate: Bool) {
    replies.append(shouldTerminate)
  }

  public func reply(toOpenOrPrint reply: DelegateReply) { printed.append(reply) }

  /// Launches the app.
  public func launch() {
    let delegate = delegate as? any CompleteApplicationDelegate
    delegate?.applicationWillFinishLaunching(Notification(name: Self.name("will"), object: self))
    delegate?.applicationDidFinishLaunching(Notification(name: Self.name("did"), object: self))
  }

  public func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }
}

/// The methods are optional; those of the library's delegate are in `CompleteDelegates.swift`.
@MainActor public protocol NSApplicationDelegate: AnyObject {
  nonisolated func responds(to aSelector: Selector?) -> Bool
}
