// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantrySupport

/// The state of one `RoutedStack`, with the pages themselves.
@MainActor
package final class RoutedStackModel {
  private enum Restoration { case pending, running, done }

  /// What became of a page.
  enum Outcome {
    case appeared
    /// SwiftUI has not drawn it in time, but may still do so.
    case kept
    /// SwiftUI or a person has removed it.
    case dropped
  }

  /// The longest wait for a page to appear, which SwiftUI may drop.
  static let longestMotion = Duration.seconds(3)

  package var pages = RoutedPages() { willSet { willChange?() } }
  /// Called before ``pages`` change.
  package var willChange: (@MainActor () -> Void)?
  /// The scene of the stack, once it has appeared.
  package var scene: SceneID?
  private var restoration = Restoration.pending
  private var objects: [Int: AnyObject] = [:]
  /// The pages that have not appeared yet.
  private var coming: [Int: Promise<Void>] = [:]

  package init() {}

  /// The system's object for a page; nil once the page is closed.
  package func object(of page: RoutedPages.Page) -> AnyObject? { objects[page.id] }

  /// Shows a page, and returns when it has appeared, or after ``longestMotion``.
  ///
  /// - Parameter change: Adds the page to ``pages``.
  /// - Returns: Whether the page has appeared, or is still among ``pages``.
  func show(
    _ object: AnyObject, clock: any Clock<Duration>,
    _ change: (inout RoutedPages) -> RoutedPages.Page
  ) async -> Outcome {
    var changed = pages
    let (page, end) = (change(&changed), Promise<Void>())
    (objects[page.id], coming[page.id]) = (object, end)
    pages = changed
    defer { coming[page.id] = nil }
    let late = await Deadline.run(within: Self.longestMotion, clock: clock) { await end.value() }
    guard late != nil else { return .appeared }
    return pages.ids.contains(page.id) ? .kept : .dropped
  }

  /// Whether the pages of an earlier run are back, or known to be gone.
  package var isRestored: Bool { restoration == .done }

  /// Begins to restore pages; false if that has begun before.
  func beginRestoring() -> Bool {
    guard restoration == .pending else { return false }
    restoration = .running
    return true
  }

  /// Puts pages below those that have been shown meanwhile.
  func restore(_ restored: [(key: String, object: AnyObject)]) {
    var changed = pages
    for (page, object) in zip(changed.restore(restored.map(\.key)), restored.map(\.object)) {
      objects[page.id] = object
    }
    restoration = .done
    pages = changed
  }

  /// Notes that a page is on screen.
  package func appeared(_ page: RoutedPages.Page) { coming[page.id]?.resolve() }

  /// Notes that a sheet with this lowest page has left the screen.
  package func left(_ page: RoutedPages.Page) {
    var changed = pages
    changed.close(page)
    if changed != pages { pages = changed }
  }

  /// Releases the pages that were closed. They are kept until now, since they are drawn while they
  /// leave the screen.
  package func trim() {
    let ids = pages.ids
    objects = objects.filter { ids.contains($0.key) }
  }
}
