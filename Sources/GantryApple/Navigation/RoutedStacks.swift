// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantryRouting
internal import GantrySupport

/// The `RoutedStack`s of an app, in which a navigator shows pages.
@MainActor
package final class RoutedStacks {
  /// The longest wait for a stack that the app has made and that has not appeared yet.
  static let patience = Duration.seconds(10)

  private struct Key: Hashable {
    let scene: SceneID
    let tab: String?
  }
  private struct Stack {
    weak var model: RoutedStackModel?
  }
  private struct Tabs {
    let names: [String]
    let selected: @MainActor () -> String
    let select: @MainActor (String) -> Void
  }

  let clock: any Clock<Duration>
  private var declared: Set<String?> = []
  private var stacks: [Key: Stack] = [:]
  private var tabs: [SceneID: Tabs] = [:]
  /// The stacks that pages wait for.
  private var awaited: [Key: Promise<Void>] = [:]

  init(clock: any Clock<Duration>) { self.clock = clock }

  /// Notes that the app makes a stack, so that pages wait for it.
  package func declare(tab: String?) { declared.insert(tab) }

  /// Notes that a stack is in the window of a scene.
  package func appeared(_ model: RoutedStackModel, tab: String?, in scene: SceneID) {
    declared.insert(tab)
    model.scene = scene
    stacks = stacks.filter { $0.value.model != nil }
    stacks[Key(scene: scene, tab: tab)] = Stack(model: model)
    awaited.removeValue(forKey: Key(scene: scene, tab: tab))?.resolve()
  }

  /// Notes the tabs of a scene.
  package func setTabs(
    _ names: [String], in scene: SceneID, selected: @escaping @MainActor () -> String,
    select: @escaping @MainActor (String) -> Void
  ) { tabs[scene] = Tabs(names: names, selected: selected, select: select) }

  /// Forgets a scene that has disconnected.
  func forget(_ scene: SceneID) {
    tabs[scene] = nil
    stacks = stacks.filter { $0.key.scene != scene }
    for key in awaited.keys where key.scene == scene { awaited.removeValue(forKey: key)?.resolve() }
  }

  /// Completes what the system's controllers say about a scene.
  func completing(_ state: SceneState, of scene: SceneID) -> SceneState {
    self.scene(scene).completing(state)
  }

  /// Performs a step in a stack.
  ///
  /// - Parameter state: What the system's controllers say about the scene.
  /// - Returns: Whether the step was performed; nil if it is one for the system's controllers.
  func perform(
    _ step: SceneAction, _ page: NavigatorPage, in id: SceneID, _ state: SceneState
  ) async -> Bool? {
    let scene = scene(id)
    let (key, object) = (page.showing.key, page.object)
    switch step {
    case .push(let container):
      guard let target = scene.target(of: container, in: state) else { return nil }
      guard let model = await model(Key(scene: id, tab: target.tab)),
        model.pages.levels.indices.contains(target.level)
      else { return false }
      return await model.show(object, clock: clock) { $0.push(key, onto: target.level) } != .dropped
    case .present(let level, let style, inStack: true):
      guard let target = scene.presenter(over: level, in: state) else { return nil }
      guard let model = stacks[Key(scene: id, tab: target.tab)]?.model else { return false }
      let outcome = await model.show(object, clock: clock) { $0.present(key, style) }
      // SwiftUI may forget a sheet while another one moves, but it draws nothing in the background.
      if outcome == .appeared || outcome == .kept && state.isInBackground { return true }
      model.pages.close(above: level)
      return false
    case .setRoot(inStack: true):
      guard let target = scene.presenter(over: 0, in: state) else { return nil }
      guard let model = stacks[Key(scene: id, tab: target.tab)]?.model else { return false }
      return await model.show(object, clock: clock) { $0.setRoot(key) } != .dropped
    case .select(let index, let container):
      guard scene.target(of: container.appending(.tab(index)), in: state) != nil,
        let tabs = tabs[id], state.levels.first == .page(nil)
      else { return nil }
      guard page.showing.isForTab(named: tabs.names[index]) else { return false }
      tabs.select(tabs.names[index])
      return true
    case .dismiss(let level):
      for (key, stack) in stacks where key.scene == id { stack.model?.pages.close(above: level) }
      return nil
    default: return nil
    }
  }

  private func scene(_ id: SceneID) -> RoutedScene {
    var scene = RoutedScene(
      tabs: tabs[id]?.names ?? [], selected: tabs[id]?.selected(), declared: declared)
    for (key, stack) in stacks where key.scene == id { scene.stacks[key.tab] = stack.model?.pages }
    return scene
  }

  /// The stack, once it has appeared; nil if it doesn't.
  private func model(_ key: Key) async -> RoutedStackModel? {
    if let model = stacks[key]?.model { return model }
    let promise = awaited[key] ?? Promise()
    awaited[key] = promise
    _ = await Deadline.run(within: Self.patience, clock: clock) { await promise.value() }
    return stacks[key]?.model
  }
}
