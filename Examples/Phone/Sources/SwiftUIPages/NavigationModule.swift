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

  /// Appends the URL of each page to the stack.
  @Module(provides: (any Navigator).self)
  @MainActor
  public final class NavigationModule: Navigator {
    @Inject let navigation: Navigation

    /// Appends a page.
    public func show(_ page: PageRequest) async throws(NavigationError) { beginShowing(page) }

    /// Appends a page.
    public func beginShowing(_ page: PageRequest) {
      guard let text = page.text, let url = URL(string: text) else { return }
      navigation.path.append(url)
    }
  }
// endregion
#endif
