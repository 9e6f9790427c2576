// SPDX-License-Identifier: Apache-2.0

internal import GantryCore

/// The items that the system has handed over and that wait for the window in which they show.
///
/// An item waits until the launch is over and its scene has its window. The items of a scene's
/// connection come first, then those that came later, in their order.
struct WaitingItems<Item> {
  /// The scene that an item is for.
  struct Target: Hashable, Sendable {
    /// The scene; nil if the system names none.
    var scene: SceneID?
    /// Whether the item came before its scene has connected, and waits for it.
    var needsScene = false
  }

  /// Why an item is answered without the modules.
  enum Refusal: Hashable, Sendable {
    case launchFailed
    case sceneDisconnected
  }

  /// An item that need not wait any longer; the modules get it unless it's refused.
  struct Due {
    let item: Item
    let refusal: Refusal?
  }

  private enum Launch {
    case running
    case ready
    case failed
  }

  private struct Waiting {
    let item: Item
    let target: Target
  }

  private var launch = Launch.running
  /// The connected scenes, and whether each has its window.
  private var scenes: [SceneID: Bool] = [:]
  private var waiting: [Waiting] = []

  /// Whether a scene has connected.
  func isConnected(_ scene: SceneID) -> Bool { scenes[scene] != nil }

  /// Whether a connected scene has no window yet.
  func awaitsWindow(_ scene: SceneID) -> Bool { scenes[scene] == false }

  /// The connected scenes that have no window yet.
  var withoutWindow: [SceneID] {
    scenes.filter { !$0.value }.map(\.key).sorted { $0.rawValue < $1.rawValue }
  }

  /// Notes that a scene has connected, with these items; it gets its window later.
  mutating func connect(_ scene: SceneID, with items: [Item]) -> [Due] {
    scenes[scene] = false
    let target = Target(scene: scene)
    waiting.insert(contentsOf: items.map { Waiting(item: $0, target: target) }, at: 0)
    return takeDue()
  }

  /// Adds an item, which is due at once if nothing is in its way.
  mutating func add(_ item: Item, for target: Target) -> [Due] {
    waiting.append(Waiting(item: item, target: target))
    return takeDue()
  }

  /// Notes that a scene has its window, or gets none.
  mutating func show(_ scene: SceneID) -> [Due] {
    guard awaitsWindow(scene) else { return [] }
    scenes[scene] = true
    return takeDue()
  }

  /// Notes that the launch is over.
  mutating func endLaunch(isReady: Bool) -> [Due] {
    launch = isReady ? .ready : .failed
    return takeDue()
  }

  /// Notes that a scene has disconnected, which takes its items along.
  mutating func disconnect(_ scene: SceneID) -> [Due] {
    scenes[scene] = nil
    let gone = take { $0.target.scene == scene }
    return gone.map { Due(item: $0.item, refusal: .sceneDisconnected) } + takeDue()
  }

  private mutating func takeDue() -> [Due] {
    switch launch {
    case .running: []
    case .failed: take { _ in true }.map { Due(item: $0.item, refusal: .launchFailed) }
    case .ready:
      take { [scenes] in $0.target.isDue(in: scenes) }.map { Due(item: $0.item, refusal: nil) }
    }
  }

  private mutating func take(_ isTaken: (Waiting) -> Bool) -> [Waiting] {
    let taken = waiting.filter(isTaken)
    waiting.removeAll(where: isTaken)
    return taken
  }
}

extension WaitingItems.Target {
  /// Whether nothing is in the way of its items, given the scenes and whether each has its window.
  fileprivate func isDue(in scenes: [SceneID: Bool]) -> Bool {
    if let scene { return scenes[scene] ?? !needsScene }
    return needsScene ? scenes.values.contains(true) : !scenes.values.contains(false)
  }
}
