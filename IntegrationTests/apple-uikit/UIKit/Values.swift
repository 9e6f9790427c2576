// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation
@_exported import ObjectiveC

// A stand-in for UIKit in plain Swift, as far as GantryApple uses it: no method here says anything of
// what UIKit does beside what `behaviors.txt` quotes.

@MainActor open class UIResponder: Root {
  public override init() { super.init() }
}

extension UIResponder: @MainActor UIUserActivityRestoring {}

public protocol UIUserActivityRestoring: AnyObject {}
public protocol UICoordinateSpace: AnyObject {}

public final class UITraitCollection: Sendable {
  public init() {}
}

public enum UIBackgroundFetchResult: UInt, Sendable {
  case newData
  case noData
  case failed
}

public enum UIInterfaceOrientation: Int, Sendable {
  case unknown
  case portrait
}

public struct UIInterfaceOrientationMask: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let portrait = Self(rawValue: 2)
  public static let portraitUpsideDown = Self(rawValue: 4)
  public static let landscapeRight = Self(rawValue: 8)
  public static let landscapeLeft = Self(rawValue: 16)
  public static let all = Self(rawValue: 30)
}

public final class UIApplicationShortcutItem: Sendable {
  public let type: String
  public let localizedTitle: String
  public let userInfo: [String: any Sendable]?

  public init(type: String, title: String, userInfo: [String: any Sendable]? = nil) {
    self.type = type
    localizedTitle = title
    self.userInfo = userInfo
  }

  public init(
    type: String, localizedTitle: String, localizedSubtitle: String?,
    icon: UIApplicationShortcutIcon?, userInfo: [String: NSString]?
  ) {
    self.type = type
    self.localizedTitle = localizedTitle
    self.userInfo = userInfo?.mapValues { "\($0)" }
  }
}

public final class UIApplicationShortcutIcon {}

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
