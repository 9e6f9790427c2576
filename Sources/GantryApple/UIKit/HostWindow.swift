// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  internal import GantryCore
  internal import GantrySupport
  internal import UIKit

  /// Makes the windows of one scene, or of an app without scenes, with closures of the app.
  @MainActor
  final class HostWindow: WindowMaker {
    /// What an app makes its windows with.
    struct Source {
      /// Makes the app's window; nil for that of the storyboard.
      var make: @MainActor () -> UIWindow?
      /// Makes the loading window; nil for none.
      var makeLoading: @MainActor () -> UIWindow?
      /// Takes and retains the app's window before it is shown; nil leaves that to the host.
      var adopt: (@MainActor (UIWindow) -> Void)?
      /// The window of the storyboard, or of the app's own code, given the loading window.
      var other: @MainActor (UIWindow) -> UIWindow? = { _ in nil }
    }

    private static let level = UIWindow.Level(rawValue: UIWindow.Level.normal.rawValue + 1)

    private let source: Source
    private let warn: @MainActor (String) -> Void
    private var hasLoaded = false
    /// The loading window, while it is on screen.
    private(set) var loading: UIWindow?
    private var isShown = false
    private var isMade = false
    /// The app's window, if nothing else retains it; a scene doesn't.
    private var window: UIWindow?

    /// - Parameters:
    ///   - source: What the app makes its windows with.
    ///   - warn: Logs a problem.
    init(_ source: Source, warn: @escaping @MainActor (String) -> Void) {
      self.source = source
      self.warn = warn
    }

    func showLoading() {
      guard !hasLoaded, !isShown else { return }
      hasLoaded = true
      guard let made = source.makeLoading() else { return }
      loading = made
      // The system shows the storyboard's window later, and it would cover this one.
      if made.windowLevel == .normal { made.windowLevel = Self.level }
      made.makeKeyAndVisible()
    }

    func show() -> Bool {
      guard !isShown else { return isMade }
      isShown = true
      let made = source.make()
      if let made {
        isMade = true
        if let adopt = source.adopt { adopt(made) } else { window = made }
        made.makeKeyAndVisible()
      }
      endLoading()
      return isMade
    }

    /// Removes the loading window once another one is on screen.
    private func endLoading() {
      guard let loading else { return }
      if !isMade {
        guard let other = source.other(loading) else {
          loading.windowLevel = .normal
          return warn(
            """
            the loading window stays until the app shows another one: the modules have launched, but \
            makeWindow has returned nil, and there is no window of a storyboard. Return a window.
            """)
        }
        other.makeKeyAndVisible()
      }
      loading.isHidden = true
      loading.windowScene = nil
      self.loading = nil
    }
  }

  extension AppHost {
    /// The maker of a scene's windows by the closures of the options; nil without closures.
    func windowMaker(for scene: UIWindowScene) -> (any WindowMaker)? {
      guard options.makesWindows else { return nil }
      return windowMaker(
        for: scene,
        .init(
          make: { [options, weak scene] in scene.flatMap { options.makeWindow?($0) } },
          makeLoading: { [options, weak scene] in scene.flatMap { options.makeLoadingWindow?($0) } }
        ))
    }

    /// The maker of a scene's windows, of which one may come from a storyboard.
    func windowMaker(for scene: UIWindowScene, _ source: HostWindow.Source) -> any WindowMaker {
      var source = source
      source.other = { [weak scene] loading in scene?.windows.first { $0 !== loading } }
      return HostWindow(source) { [weak self] in self?.warn($0) }
    }

    /// The source of a scene's window in an app that forwards its calls by hand or attaches.
    func windowSource(of scene: UIScene) -> WindowSource? {
      guard let scene = scene as? UIWindowScene else { return nil }
      return windowMaker(for: scene).map { .made(by: $0) } ?? .others
    }

    /// Makes the window of an app without scenes, as its delegate or the options say.
    func showWindowOfApp(in system: UIApplication) {
      var source =
        windowOfApp
        ?? HostWindow.Source(
          make: { [options] in options.makeWindow?(nil) },
          makeLoading: { [options] in options.makeLoadingWindow?(nil) })
      // A delegate that forwards to ours has the storyboard's window.
      source.other = { [weak system] _ in system?.delegate?.window ?? nil }
      showWindows(by: HostWindow(source) { [weak self] in self?.warn($0) }, in: nil)
    }
  }

  extension AppHostOptions {
    /// Whether the options make windows.
    fileprivate var makesWindows: Bool { makeWindow != nil || makeLoadingWindow != nil }
  }
#endif
