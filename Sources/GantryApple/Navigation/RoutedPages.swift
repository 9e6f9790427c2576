// SPDX-License-Identifier: Apache-2.0

/// The pages of a `RoutedStack`: those on its path, and the sheets over it with paths of their own.
package struct RoutedPages: Equatable, Sendable {
  /// A page, which itself is kept beside the value.
  package struct Page: Hashable, Identifiable, Sendable {
    package let id: Int
    package let key: SceneState.PageKey
  }

  /// The stack itself, or a sheet over it.
  package struct Level: Equatable, Sendable {
    /// The lowest page; nil for the view that the app has given.
    package var root: Page?
    /// How it covers the level below.
    var style = SceneAction.Style.sheet
    package var path: [Page] = []
  }

  package private(set) var levels = [Level()]
  private var lastID = 0

  package init() {}

  /// Adds a page on top of a level.
  mutating func push(_ key: SceneState.PageKey, onto level: Int = 0) -> Page {
    let page = make(key)
    levels[level].path.append(page)
    return page
  }

  /// Covers the highest level with a page.
  mutating func present(_ key: SceneState.PageKey, _ style: SceneAction.Style) -> Page {
    let page = make(key)
    levels.append(Level(root: page, style: style))
    return page
  }

  /// Replaces everything with a page.
  mutating func setRoot(_ key: SceneState.PageKey) -> Page {
    let page = make(key)
    levels = [Level(root: page)]
    return page
  }

  /// Adds restored pages below those that have been shown since the stack appeared.
  mutating func restore(_ keys: [String]) -> [Page] {
    guard levels[0].root == nil else { return [] }
    let pages = keys.map { make($0) }
    levels[0].path.insert(contentsOf: pages, at: 0)
    return pages
  }

  /// Takes over the path of a level, from which a person has gone back.
  package mutating func setPath(_ path: [Page], at level: Int) {
    guard levels.indices.contains(level) else { return }
    levels[level].path = path
  }

  /// Closes the sheets over a level.
  package mutating func close(above level: Int) {
    levels.removeSubrange(min(level + 1, levels.count)...)
  }

  /// Closes the highest sheet, if this is its lowest page. The system may close it without asking.
  mutating func close(_ page: Page) {
    if levels.count > 1, levels.last?.root == page { levels.removeLast() }
  }

  /// The path of a level; empty once it is closed.
  package func path(at level: Int) -> [Page] {
    levels.indices.contains(level) ? levels[level].path : []
  }

  /// The lowest page of what covers a level; nil if nothing does so in this style.
  package func cover(of level: Int, _ style: SceneAction.Style) -> Page? {
    guard levels.indices.contains(level + 1), levels[level + 1].style == style else { return nil }
    return levels[level + 1].root
  }

  /// The pages that are shown.
  var ids: Set<Int> { Set(levels.flatMap { [$0.root].compactMap(\.self) + $0.path }.map(\.id)) }

  /// The path as URLs, up to the first page that no URL can express.
  package var saved: [String] {
    guard levels[0].root == nil else { return [] }
    return levels[0].path.prefix { $0.key != nil }.compactMap(\.key)
  }

  /// The levels as a navigator sees them.
  var contents: [SceneState.Content] {
    levels.map { .stack([$0.root?.key] + $0.path.map(\.key)) }
  }

  private mutating func make(_ key: SceneState.PageKey) -> Page {
    lastID += 1
    return Page(id: lastID, key: key)
  }
}
