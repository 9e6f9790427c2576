// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) || canImport(AppKit)
  public import Foundation
  public import GantryAppEvents
  internal import GantryCore
  internal import GantryEvents

  extension UserActivity {
    /// Reads an activity of the system, for an answer to `SceneRestorationActivity`.
    ///
    /// The system gets this object back, not a copy.
    ///
    /// - Parameter activity: The system's activity.
    @MainActor
    public init(_ activity: NSUserActivity) { self.init(activity, nil) }

    /// Reads an activity of the system; the host logs the entries that modules do not get.
    @MainActor
    init(_ activity: NSUserActivity, _ host: AppHost?) {
      let type = activity.activityType
      self.init(
        type: type, title: activity.title, webpageURL: activity.webpageURL,
        userInfo: activity.userInfo.flatMap {
          Self.propertyList(of: $0, from: "the activity '\(type)'", host)
        })
      system = SystemReference(activity)
    }

    /// The system's own activity; a new one if a module made it, or if the system's can't be read any more.
    @MainActor
    var forSystem: NSUserActivity { system.value() ?? copy }

    /// The same activity as the system's type.
    private var copy: NSUserActivity {
      let activity = NSUserActivity(activityType: type)
      activity.title = title
      activity.webpageURL = webpageURL
      if let entries = userInfo.flatMap({ Self.dictionary(of: $0) }) {
        activity.addUserInfoEntries(from: entries)
      }
      return activity
    }

    /// A dictionary as a property list; nil if a property list can hold none of its entries.
    ///
    /// Entries that a property list cannot hold are left out one by one, and the host logs them.
    ///
    /// - Parameters:
    ///   - dictionary: The dictionary.
    ///   - source: The owner of the dictionary, for the log.
    ///   - host: The host that logs.
    static func propertyList(
      of dictionary: [AnyHashable: Any], from source: String = "", _ host: AppHost? = nil
    ) -> Data? {
      let entries = dictionary.filter { key, value in
        key is String
          && PropertyListSerialization.propertyList([key: value], isValidFor: .binary)
      }
      if entries.count < dictionary.count {
        let others = dictionary.keys.filter { entries[$0] == nil }.map { "'\($0)'" }.sorted()
        host?.warn(
          """
          modules do not receive \(others.joined(separator: ", ")) from \(source): a property list \
          cannot hold the values
          """)
      }
      guard !entries.isEmpty else { return nil }
      return try? PropertyListSerialization.data(
        fromPropertyList: entries, format: .binary, options: 0)
    }

    /// The dictionary of a property list; nil if it isn't one.
    static func dictionary(of data: Data) -> [AnyHashable: Any]? {
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
      return list as? [AnyHashable: Any]
    }
  }
#endif
