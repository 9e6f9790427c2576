// SPDX-License-Identifier: Apache-2.0

package import GantryRouting

/// A page that is about to be shown.
package struct PageShowing: Equatable, Sendable {
  /// What a page is to the system.
  package enum Kind: Equatable, Sendable {
    case page
    /// A page that contains pages, which no stack accepts.
    case container
    case alert
  }

  package var key: SceneState.PageKey
  package var presentation: PagePresentation
  package var kind: Kind
  /// Whether a URL asks for the page, which then isn't shown twice in a row.
  package var isLink: Bool

  package init(
    _ key: SceneState.PageKey, _ presentation: PagePresentation = .push, kind: Kind = .page,
    isLink: Bool = true
  ) {
    (self.key, self.presentation, self.kind, self.isLink) = (key, presentation, kind, isLink)
  }

  /// Whether the page belongs into a tab. The tabs may have changed since their numbers were read.
  func isForTab(named name: String?) -> Bool { name.map { presentation == .tab($0) } ?? false }
}
