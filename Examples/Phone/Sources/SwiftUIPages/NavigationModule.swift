// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
  public import Foundation
  public import Gantry
  public import Observation

  // region: navigation
  /// The URLs of the pages on the stack.
  @Observable
  @MainActor
  public final class Navigation {
    /// The pages, from the first that was pushed to the one on top.
    public var path: [URL] = []

    /// Creates an empty stack.
    public init() {}
  }

  /// Appends the URL of each page that the app opens.
  @Module
  @MainActor
  public final class NavigationModule {
    @Inject let navigation: Navigation
    @Inject let router: Router

    @On func open(_ event: OpenURL) -> Bool {
      guard router.canOpen(RouteRequest(event.url, in: event.scene)) else { return false }
      navigation.path.append(event.url)
      return true
    }
  }
// endregion
#endif
