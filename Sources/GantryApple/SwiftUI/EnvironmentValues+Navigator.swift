// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import GantryCore
  public import SwiftUI

  extension EnvironmentValues {
    /// Shows pages: in the scene of the ``RoutedStack`` around the view, or else in the active scene.
    public var navigator: any Navigator {
      get { self[NavigatorKey.self] }
      set { self[NavigatorKey.self] = newValue }
    }
  }

  private struct NavigatorKey: EnvironmentKey {
    static var defaultValue: any Navigator { AppNavigator() }
  }

  /// Finds the app's navigator as a page is shown, since previews and tests have no host.
  struct AppNavigator: Navigator {
    nonisolated init() {}

    func show(_ page: PageRequest) async throws(NavigationError) {
      guard let host = AppHost.current else { throw .noScreen }
      try await host.appNavigator.show(page)
    }

    func beginShowing(_ page: PageRequest) { AppHost.current?.appNavigator.beginShowing(page) }
  }
#endif
