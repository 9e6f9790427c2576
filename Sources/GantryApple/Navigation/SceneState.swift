// SPDX-License-Identifier: Apache-2.0

/// What a scene shows, as far as a navigator needs to know it.
package struct SceneState: Equatable, Sendable {
  /// The printed path of a page that the navigator has shown; nil for a page of the app's own.
  package typealias PageKey = String?

  /// Pages that contain each other.
  package indirect enum Content: Equatable, Sendable {
    /// A page that contains no others, as far as is known.
    case page(PageKey)
    /// The last one is on top.
    case stack([PageKey])
    case tabs([Tab], selected: Int)
    /// A collapsed split view shows only its first column.
    case split(primary: Content, detail: Content?, isCollapsed: Bool)
    /// An alert, over which nothing is shown.
    case alert
  }

  /// A tab and its content.
  package struct Tab: Equatable, Sendable {
    /// The name by which routes select it; nil if it has none.
    package var name: String?
    package var content: Content
    /// Whether it has been on screen, or was told to load its view.
    package var isLoaded: Bool

    package init(_ name: String?, _ content: Content, isLoaded: Bool = true) {
      (self.name, self.content, self.isLoaded) = (name, content, isLoaded)
    }
  }

  /// Whether the scene exists.
  package enum Connection: Equatable, Sendable { case connected, connecting, gone }

  package var connection: Connection
  /// The root of the window, and what covers it; empty while there is no window.
  package var levels: [Content]
  /// Whether a level is coming or going. The system ignores a page that is shown meanwhile.
  package var isMoving: Bool
  /// Whether a container inside the highest level is changing its content.
  package var isChanging = false
  /// Whether the scene is in the background, where SwiftUI draws nothing.
  package var isInBackground = false
  /// Whether the app has made a `RoutedStack`, and none has appeared here.
  package var isExpectingStack = false

  package init(
    _ levels: Content..., isMoving: Bool = false, connection: Connection = .connected
  ) { (self.levels, self.isMoving, self.connection) = (levels, isMoving, connection) }
}

extension SceneState.Content {
  /// The page that a person sees in it.
  var top: SceneState.PageKey {
    switch self {
    case .page(let key): key
    case .stack(let pages): pages.last ?? nil
    case .tabs(let tabs, let selected):
      tabs.indices.contains(selected) ? tabs[selected].content.top : nil
    case .split(let primary, let detail, let isCollapsed):
      isCollapsed ? primary.top : detail?.top ?? primary.top
    case .alert: nil
    }
  }

  /// The names of all tabs in it.
  var tabNames: [String] {
    switch self {
    case .page, .stack, .alert: []
    case .tabs(let tabs, _): tabs.compactMap(\.name)
    case .split(let primary, let detail, _): primary.tabNames + (detail?.tabNames ?? [])
    }
  }
}
