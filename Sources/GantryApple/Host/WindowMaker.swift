// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantrySupport

/// Makes the windows of a scene, or of an app without scenes.
@MainActor
package protocol WindowMaker: AnyObject {
  /// Shows the window for the time while the modules launch, if the app makes one. A second call
  /// does nothing.
  func showLoading()

  /// Shows the app's window, and removes that of ``showLoading()``. A second call does nothing.
  ///
  /// - Returns: Whether the app has made a window. If not, that of the storyboard is shown.
  func show() -> Bool
}

extension AppHost {
  /// Whether modules launch while no call of the system waits for them.
  private var launchesInView: Bool { isLaunching && awaited == nil }

  /// Retains the maker of a scene's windows until the scene disconnects, and shows its loading window
  /// if the modules are still launching.
  ///
  /// - Parameters:
  ///   - maker: Makes the windows; the first one of a scene counts.
  ///   - scene: The scene; nil in an app without scenes.
  func makeWindows(by maker: any WindowMaker, in scene: SceneID?) {
    guard windows[scene] == nil else { return }
    windows[scene] = maker
    if launchesInView { maker.showLoading() }
  }

  /// The same for a window that nothing waits for.
  func showWindows(by maker: any WindowMaker, in scene: SceneID?) {
    guard windows[scene] == nil else { return }
    makeWindows(by: maker, in: scene)
    whenLaunched { [weak self] in _ = self?.windows[scene]?.show() }
  }

  /// Shows the loading windows of a launch that no call waits for any longer.
  func showLoadingWindows() {
    guard launchesInView else { return }
    for maker in windows.values { maker.showLoading() }
  }
}
