// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

package import Foundation
package import Gantry

/// A launch, as the system describes it.
package struct LaunchFacts: Sendable {
  /// The URL, in an app without scenes; it is opened by a call of its own.
  package var url: URL?
  /// The payload of the notification that started the app, as JSON.
  package var notification: Data?
  /// The quick action that started the app, in an app without scenes.
  package var quickAction: PerformQuickAction?
  /// Whether the system started the app without showing it.
  package var isInBackground = false
  /// Whether files that are locked with the device can be read.
  package var isProtectedDataAvailable = true

  /// A launch by a person, of which nothing else is known.
  package init() {}

  /// Why the app was started.
  package func source(in environment: [String: String]) -> LaunchSource {
    if environment["XCTestConfigurationFilePath"] != nil { return .test }
    if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return .preview }
    if environment["ActivePrewarm"] == "1" { return .prewarm }
    if notification != nil { return .push }
    if url != nil { return .url }
    if quickAction != nil { return .quickAction }
    return isInBackground ? .background : .user
  }
}
