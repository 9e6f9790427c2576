// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The app is asked to open a URL.
///
/// A module answers true when it has handled the URL; every module is asked.
public struct OpenURL: LifecycleEvent, HeldEvent {
  /// The URL.
  public let url: URL
  /// The application that asks, if the system tells.
  public let sourceApplication: String?
  /// Whether to use a file in place, without a copy.
  public let opensInPlace: Bool
  /// The scene it is meant for; nil where there are no scenes.
  public let scene: SceneID?

  package var system = SystemReference()

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - sourceApplication: The application that asks, if the system tells.
  ///   - opensInPlace: Whether to use a file in place, without a copy.
  ///   - scene: The scene it is meant for; nil where there are no scenes.
  public init(
    url: URL, sourceApplication: String? = nil, opensInPlace: Bool = false, scene: SceneID? = nil
  ) {
    self.url = url
    self.sourceApplication = sourceApplication
    self.opensInPlace = opensInPlace
    self.scene = scene
  }

  /// True when any module answers true.
  public static var merge: MergeRule<Bool> { .any }
}

extension OpenURL: NotificationRepresentable {
  /// Publishes `scheme`. The URL itself stays out: it may carry secrets.
  package var notificationUserInfo: [String: any Sendable] {
    url.scheme.map { ["scheme": $0] } ?? [:]
  }
}

extension OpenURL: SystemDelivered {}
