// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) || canImport(AppKit)
  internal import Foundation
  internal import Gantry

  extension UserActivity {
    /// Reads an activity of the system.
    init(_ activity: NSUserActivity) {
      self.init(
        type: activity.activityType, title: activity.title, webpageURL: activity.webpageURL,
        userInfo: activity.userInfo.flatMap { Self.propertyList(of: $0) })
    }

    /// An activity of the system that says the same.
    var systemActivity: NSUserActivity {
      let activity = NSUserActivity(activityType: type)
      activity.title = title
      activity.webpageURL = webpageURL
      if let entries = userInfo.flatMap({ Self.dictionary(of: $0) }) {
        activity.addUserInfoEntries(from: entries)
      }
      return activity
    }

    /// A dictionary as a property list; nil where it holds something that has no place in one.
    static func propertyList(of dictionary: [AnyHashable: Any]) -> Data? {
      guard !dictionary.isEmpty,
        PropertyListSerialization.propertyList(dictionary, isValidFor: .binary)
      else { return nil }
      return try? PropertyListSerialization.data(
        fromPropertyList: dictionary, format: .binary, options: 0)
    }

    /// The dictionary of a property list; nil where it is none.
    static func dictionary(of data: Data) -> [AnyHashable: Any]? {
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
      return list as? [AnyHashable: Any]
    }
  }
#endif
