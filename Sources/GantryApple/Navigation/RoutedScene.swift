// SPDX-License-Identifier: Apache-2.0

/// The `RoutedStack`s of a scene, which the system's controllers contain without knowing them.
package struct RoutedScene: Equatable, Sendable {
  /// A level of a stack; the tab is nil for a stack without a name.
  struct Target: Equatable, Sendable {
    let tab: String?
    let level: Int
  }

  /// The names of the tabs of a `TabView`; empty if there is none.
  var tabs: [String] = []
  /// The selected one of ``tabs``.
  var selected: String?
  /// The stacks that have appeared, by their tabs.
  var stacks: [String?: RoutedPages] = [:]
  /// The tabs of all stacks that the app has made, in any scene.
  var declared: Set<String?> = []

  /// The tab of the stack that a person sees, if SwiftUI makes the root of the window.
  private var visible: String? { tabs.isEmpty ? nil : selected }

  /// Completes what the system's controllers say about a scene.
  func completing(_ state: SceneState) -> SceneState {
    var state = state
    guard isRoot(of: state) else {
      if let root = state.levels.first { state.levels[0] = completing(root) }
      return state
    }
    if tabs.isEmpty {
      guard let pages = stacks[nil] else {
        state.isExpectingStack = !declared.isEmpty
        return state
      }
      state.levels[0] = pages.contents[0]
    } else {
      state.levels[0] = .tabs(
        tabs.map { .init($0, content(of: $0)) },
        selected: selected.flatMap(tabs.firstIndex) ?? 0)
    }
    for (level, content) in (stacks[visible]?.contents ?? []).enumerated().dropFirst() {
      // The system has not begun to show it.
      guard state.levels.indices.contains(level) else {
        state.isMoving = true
        break
      }
      if state.levels[level] == .page(nil) { state.levels[level] = content }
    }
    return state
  }

  /// The stack to which a container belongs; nil if it is one of the system's.
  ///
  /// - Parameter state: What the system's controllers say about the scene.
  func target(of container: SceneAction.Container, in state: SceneState) -> Target? {
    guard isRoot(of: state) else {
      guard container.level == 0, let tab = state.levels.first?.tab(at: container.steps),
        let name = tab.name, tab.content == .page(nil), isKnown(name)
      else { return nil }
      return Target(tab: name, level: 0)
    }
    switch (container.level, container.steps.first) {
    case (0, .tab(let index)?):
      // The app may have removed tabs since the steps were decided.
      return tabs.indices.contains(index) ? Target(tab: tabs[index], level: 0) : nil
    case (0, nil): return tabs.isEmpty ? Target(tab: nil, level: 0) : nil
    case (let level, nil):
      guard let pages = stacks[visible], pages.levels.indices.contains(level),
        state.levels.indices.contains(level), state.levels[level] == .page(nil)
      else { return nil }
      return Target(tab: visible, level: level)
    default: return nil
    }
  }

  /// The stack that covers a level with a sheet; nil if the system's controllers do.
  ///
  /// - Parameter state: What the system's controllers say about the scene.
  func presenter(over level: Int, in state: SceneState) -> Target? {
    guard isRoot(of: state), stacks[visible]?.levels.count == level + 1 else { return nil }
    return Target(tab: visible, level: level)
  }

  /// Whether SwiftUI makes the root of the window, as far as the controllers show.
  private func isRoot(of state: SceneState) -> Bool { state.levels.first == .page(nil) }

  private func isKnown(_ tab: String) -> Bool { stacks[tab] != nil || declared.contains(tab) }

  /// The content of a tab, whose stack appears once it is selected.
  private func content(of tab: String) -> SceneState.Content {
    stacks[tab]?.contents[0] ?? .stack([nil])
  }

  /// Completes the tabs of UIKit whose content is a stack of SwiftUI.
  private func completing(_ content: SceneState.Content) -> SceneState.Content {
    switch content {
    case .tabs(let tabs, let selected):
      return .tabs(
        tabs.map { tab in
          guard let name = tab.name, tab.content == .page(nil), isKnown(name) else { return tab }
          return .init(name, self.content(of: name), isLoaded: tab.isLoaded)
        }, selected: selected)
    case .split(let primary, let detail, let isCollapsed):
      return .split(
        primary: completing(primary), detail: detail.map(completing), isCollapsed: isCollapsed)
    default: return content
    }
  }
}

extension SceneState.Content {
  /// The tab at the end of a way.
  fileprivate func tab(at steps: [SceneAction.Container.Step]) -> SceneState.Tab? {
    switch (self, steps.first) {
    case (.tabs(let tabs, _), .tab(let index)?) where tabs.indices.contains(index):
      steps.count == 1 ? tabs[index] : tabs[index].content.tab(at: Array(steps.dropFirst()))
    case (.split(let primary, _, _), .primary?): primary.tab(at: Array(steps.dropFirst()))
    case (.split(_, let detail?, _), .detail?): detail.tab(at: Array(steps.dropFirst()))
    default: nil
    }
  }
}
