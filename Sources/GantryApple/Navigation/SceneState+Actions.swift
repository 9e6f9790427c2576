// SPDX-License-Identifier: Apache-2.0

internal import GantryRouting

extension SceneState {
  /// Decides how a page gets on screen.
  ///
  /// - Returns: The steps in order; the last one shows the page, or says why not.
  package func actions(for page: PageShowing) -> [SceneAction] {
    guard connection != .gone else { return [.fail(.sceneGone)] }
    guard connection == .connected, let root = levels.first, let top = levels.last else {
      return [.wait(.window)]
    }
    if isExpectingStack { return [.wait(.stack)] }
    if isMoving || isChanging { return [.wait(.motion)] }
    if top == .alert { return [.wait(.alert)] }
    if page.isLink, let key = page.key, top.top == key { return [.stay] }
    let highest = levels.count - 1
    let fits = page.kind == .page
    if page.kind == .alert { return [.present(over: highest, .sheet, inStack: false)] }
    let clear: [SceneAction] = highest == 0 ? [] : [.dismiss(above: 0)]
    switch page.presentation {
    case .root: return clear + [.setRoot(inStack: fits)]
    case .sheet: return [.present(over: highest, .sheet, inStack: fits)]
    case .fullScreen: return [.present(over: highest, .fullScreen, inStack: fits)]
    case .tab(let name):
      guard let (tabs, index, tab) = root.tab(named: name, at: .init(0)) else {
        return [.fail(.noTab(name, known: root.tabNames))]
      }
      let select = clear + [.select(tab: index, in: tabs)]
      if let key = page.key, tab.content.top == key { return select }
      return select + tab.push(page, at: tabs.appending(.tab(index)))
    default: return top.push(page, at: .init(highest))
    }
  }
}

extension SceneState.Tab {
  fileprivate func push(_ page: PageShowing, at tab: SceneAction.Container) -> [SceneAction] {
    (isLoaded ? [] : [.load(tab)]) + content.push(page, at: tab)
  }
}

extension SceneState.Content {
  /// Pushes onto the stack that a person sees. A content without one is covered by a new stack in a
  /// sheet: a page that is on screen can't be moved into a stack, and a sheet can be swiped away.
  fileprivate func push(
    _ page: PageShowing, at container: SceneAction.Container
  ) -> [SceneAction] {
    let fits = page.kind == .page
    switch self {
    case .stack where fits: return [.push(onto: container)]
    case .tabs(let tabs, let selected) where tabs.indices.contains(selected):
      return tabs[selected].push(page, at: container.appending(.tab(selected)))
    case .split(let primary, _, isCollapsed: true):
      return primary.push(page, at: container.appending(.primary))
    case .split(_, .stack?, _) where fits: return [.push(onto: container.appending(.detail))]
    case .split: return [.showDetail(in: container)]
    default: return [.present(over: container.level, .sheet, inStack: fits)]
    }
  }

  fileprivate func tab(
    named name: String, at container: SceneAction.Container
  ) -> (SceneAction.Container, Int, SceneState.Tab)? {
    switch self {
    case .page, .stack, .alert: return nil
    case .tabs(let tabs, _):
      return tabs.firstIndex { $0.name == name }.map { (container, $0, tabs[$0]) }
    case .split(let primary, let detail, _):
      return primary.tab(named: name, at: container.appending(.primary))
        ?? detail?.tab(named: name, at: container.appending(.detail))
    }
  }
}
