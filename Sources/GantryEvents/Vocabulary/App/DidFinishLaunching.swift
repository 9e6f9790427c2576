// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Foundation

/// The app has finished launching and is ready.
///
/// A module answers false when it cannot handle the URL of the launch.
public struct DidFinishLaunching: LifecycleEvent {
  /// The URL that the launch was asked to open, if any.
  public let url: URL?

  /// Makes the event.
  ///
  /// - Parameter url: The URL that the launch was asked to open, if any.
  public init(url: URL? = nil) {
    self.url = url
  }

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension DidFinishLaunching: NotificationRepresentable {}
