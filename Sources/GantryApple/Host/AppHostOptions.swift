// SPDX-License-Identifier: Apache-2.0

public import GantryCore
#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import UIKit
#endif

/// How a host launches its application, and how long it waits for answers.
public struct AppHostOptions: Sendable {
  /// Whether the system's call that ends the launch waits for the modules.
  public enum LaunchMode: Sendable, Hashable {
    /// It returns when the app is ready, or at the limit; the launch then goes on.
    case blocking(limit: Duration)
    /// It returns at once; the app makes its window when it is ready.
    case concurrent
  }

  /// Whether the system's call that ends the launch waits for the modules.
  package var launch: LaunchMode
  /// The longest wait for modules that owe an answer to a completion handler. The handler is then
  /// called without them.
  package var replyDeadline: Duration
  /// The sources that start the modules only when named here: `LaunchSource.test` under a test
  /// runner, `LaunchSource.preview` in a preview.
  package var alsoStartsFor: Set<LaunchSource>
  /// The delegate methods whose events are also posted as notifications, after the modules have
  /// heard them.
  ///
  /// The notifications are named `gantry.OpenURL` and so on. The delegate responds to these methods
  /// as if a module handled them.
  package var publishes: Set<DelegateMethod>
  /// The values that these notifications include even though they may be secret.
  package var reveals: Set<PublishedKey>

  #if canImport(UIKit) && !os(watchOS) && !os(tvOS)
    /// Makes the window of a scene once the modules have launched, or with nil that of an app
    /// without scenes.
    ///
    /// Delegates of your own use it, which have no `makeWindow(in:)` to override. The host retains the
    /// window. With nil, the storyboard's is shown.
    public var makeWindow: (@MainActor @Sendable (UIWindowScene?) -> UIWindow?)?
    /// Makes the window that is shown while the modules launch, if no call of the system waits for
    /// them; nil for none.
    public var makeLoadingWindow: (@MainActor @Sendable (UIWindowScene?) -> UIWindow?)?
  #endif

  /// Creates options.
  ///
  /// - Parameters:
  ///   - launch: Whether the system's call waits for the modules. The system terminates an app that
  ///     blocks this call for about 20 seconds.
  ///   - replyDeadline: The longest wait for modules that owe an answer.
  ///   - alsoStartsFor: `.test` or `.preview`, to start the modules there as well.
  ///   - publishes: The delegate methods whose events are also posted as notifications.
  ///   - reveals: The values that these notifications include even though they may be secret.
  public init(
    launch: LaunchMode = .blocking(limit: .seconds(10)), replyDeadline: Duration = .seconds(25),
    alsoStartsFor: Set<LaunchSource> = [],
    publishes: Set<DelegateMethod> = [], reveals: Set<PublishedKey> = []
  ) {
    self.launch = launch
    self.replyDeadline = replyDeadline
    self.alsoStartsFor = alsoStartsFor
    self.publishes = publishes
    self.reveals = reveals
  }
}

extension Milestone {
  /// Protected files, unreadable while the device is locked, can be read.
  ///
  /// A host on an Apple system reaches it, at the launch if they are readable by then.
  public static let protectedDataAvailable = Milestone("protectedDataAvailable")
  /// The first scene has connected, with or without a window; a host on an Apple system reaches it.
  public static let firstSceneConnected = Milestone("firstSceneConnected")
}
