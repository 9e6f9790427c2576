// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry

/// The declarations of an app in its Info.plist, as far as a host needs them.
package struct BundleFacts: Sendable, Equatable {
  /// The key that forbids ``AppHost`` to attach to a delegate.
  package static let attachingKey = "GantryAttachesToDelegates"

  /// The key that names the background tasks.
  static let tasksKey = "BGTaskSchedulerPermittedIdentifiers"

  /// Whether the process runs an extension, which has no application.
  package var isExtension = false
  /// The reasons for which the system may start the app in the background.
  package var backgroundModes: Set<String> = []
  /// The background tasks that the system may start.
  package var backgroundTasks: Set<String> = []
  /// Whether the app declares scenes.
  package var hasScenes = false
  /// Whether the host may attach to a delegate of the app.
  package var mayAttach = true

  /// States nothing: an app with an empty Info.plist.
  package init() {}

  /// Reads an Info.plist.
  package init(_ info: [String: Any], path: String) {
    isExtension = path.hasSuffix(".appex")
    backgroundModes = Set(info["UIBackgroundModes"] as? [String] ?? [])
    backgroundTasks = Set(info[Self.tasksKey] as? [String] ?? [])
    hasScenes = info["UIApplicationSceneManifest"] != nil
    mayAttach = info[Self.attachingKey] as? Bool ?? true
  }

  private static let needed: [(method: DelegateMethod, mode: String)] = [
    (.performFetch, "fetch"), (.didReceivePush, "remote-notification"),
  ]

  /// A line for each method that a module handles and that the system never calls as it is.
  func warnings(_ isHandled: (DelegateMethod) -> Bool) -> [String] {
    Self.needed.filter { isHandled($0.method) && !backgroundModes.contains($0.mode) }.map {
      """
      a module hears of \($0.method.selector), which the system calls in the background only with \
      '\($0.mode)' in UIBackgroundModes of Info.plist. Add it there.
      """
    }
  }
}
