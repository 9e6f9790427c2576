// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import GantryCore
  public import UIKit

  /// Asks where the controls of a scene's window are, on an iPad with iOS 26 or later.
  @available(iOS 26.0, *)
  public struct PreferredWindowingControlStyle: LifecycleEvent {
    /// The scene.
    public let scene: SceneID

    /// Creates the event.
    ///
    /// - Parameter scene: The scene.
    public init(scene: SceneID) { self.scene = scene }

    /// The first answer that is not nil; without one, the system decides.
    public static var merge: MergeRule<UIWindowScene.WindowingControlStyle?> { .first() }
  }
#endif
