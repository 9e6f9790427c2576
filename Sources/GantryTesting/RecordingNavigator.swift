// SPDX-License-Identifier: Apache-2.0

public import GantryRouting

/// A navigator for tests, which records the pages that it is asked for and calls no route.
///
/// ```swift
/// let navigator = RecordingNavigator()
/// let host = try await TestApplication.start(BasketModule.self, providing: {
///   $0.provide(navigator, as: (any Navigator).self)
/// })
/// try await host.open("shop://basket/order")
/// #expect(navigator.pages == [.init("/orders/7", .sheet)])
/// ```
@MainActor
public final class RecordingNavigator: Navigator {
  /// A page that was asked for: a `PageRequest` as text, so that tests can compare it.
  public struct Page: Hashable, Sendable {
    /// The path or URL as text; nil for a typed route that no URL can express.
    public var text: String?
    /// How the page gets on screen; nil if the caller leaves it to the route.
    public var presentation: PagePresentation?
    /// The scene that shows the page; nil stands for the active one.
    public var scene: SceneID?

    /// Describes a page.
    ///
    /// - Parameters:
    ///   - text: The path or URL.
    ///   - presentation: How the page gets on screen; nil if the caller leaves it to the route.
    ///   - scene: The scene that shows the page; nil stands for the active one.
    public init(
      _ text: String?, _ presentation: PagePresentation? = nil, in scene: SceneID? = nil
    ) {
      self.text = text
      self.presentation = presentation
      self.scene = scene
    }
  }

  /// The pages in the order in which they were asked for.
  public private(set) var pages: [Page] = []
  /// The error of the calls that follow; nil lets them succeed.
  public var error: NavigationError?

  /// Creates a navigator without pages.
  ///
  /// - Parameter error: The error of each call; nil lets them succeed.
  public nonisolated init(failing error: NavigationError? = nil) { self.error = error }

  /// Records a page.
  ///
  /// - Parameter page: The page.
  /// - Throws: ``error``.
  public func show(_ page: PageRequest) async throws(NavigationError) {
    beginShowing(page)
    if let error { throw error }
  }

  /// Records a page.
  ///
  /// - Parameter page: The page.
  public func beginShowing(_ page: PageRequest) {
    pages.append(Page(page.text, page.presentation, in: page.scene))
  }
}
