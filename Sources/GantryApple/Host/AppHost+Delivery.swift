// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantryLaunch
internal import GantrySupport

/// An item that the system has handed over.
@MainActor
struct SystemItem {
  typealias Target = WaitingItems<SystemItem>.Target

  /// Its name in the log, without anything that may be secret.
  let name: String
  /// Hands it to the modules.
  let deliver: @MainActor () -> Void
  /// Answers the system without the modules.
  let refuse: @MainActor () -> Void
}

/// The source of a scene's window.
@MainActor
package enum WindowSource {
  /// Code that the host doesn't know, which makes it in the call that connects the scene, or the
  /// storyboard.
  case others
  /// The app, while the modules launch and once they have.
  case made(by: any WindowMaker)
}

extension AppHost {
  /// How long the host waits for the content of an active scene, which should report itself.
  package static var contentDeadline: Duration { .seconds(2) }

  /// Hands an item to the modules once the launch is over and the item's scene has its window.
  func deliver(_ item: SystemItem, to target: SystemItem.Target) {
    deliver(items.add(item, for: target))
  }

  /// Hands items over, in order. Those that become due meanwhile come after them.
  func deliver(_ items: [WaitingItems<SystemItem>.Due]) {
    dueItems += items
    guard !isHandingOver else { return }
    isHandingOver = true
    defer { isHandingOver = false }
    while !dueItems.isEmpty {
      let due = dueItems.removeFirst()
      guard let refusal = due.refusal else {
        due.item.deliver()
        continue
      }
      warn("\(due.item.name) does not reach any module: \(refusal)")
      due.item.refuse()
    }
  }

  /// Lets a scene's items go on when its window is there.
  ///
  /// - Parameters:
  ///   - scene: The scene.
  ///   - source: The source of its window; nil for a scene without windows.
  func awaitWindow(of scene: SceneID, from source: WindowSource?) {
    switch source {
    case nil: windowIsThere(in: scene)
    case .others?: whenLaunched { [weak self] in self?.windowIsElsewhere(in: scene) }
    case .made(let maker)?:
      makeWindows(by: maker, in: scene)
      whenLaunched { [weak self] in
        guard let self else { return }
        let isMade = windows[scene]?.show() ?? false
        if isMade { windowIsThere(in: scene) } else { windowIsElsewhere(in: scene) }
      }
    }
  }

  private func windowIsThere(in scene: SceneID) { deliver(items.show(scene)) }

  /// The host hasn't made the scene's window: views of SwiftUI report when they appear, and others
  /// make it before the main actor's next turn.
  private func windowIsElsewhere(in scene: SceneID) {
    guard !showsViews || content.hasAppeared(in: scene) else { return awaitContent(of: scene) }
    begin { [weak self] in self?.windowIsThere(in: scene) }
  }
}

/// The views of an app with SwiftUI, which report that they have appeared.
struct SceneContents {
  /// Whether the app has views that report.
  var isReported = false
  /// The scenes that are or were active.
  private var active: Set<SceneID> = []
  private var appeared: Set<SceneID> = []
  /// The scenes whose launch is over, and that wait for their content.
  private var awaited: Set<SceneID> = []

  func hasAppeared(in scene: SceneID) -> Bool { appeared.contains(scene) }

  /// Notes that a scene waits for its content, or is active; true once it's both.
  mutating func isDue(awaiting scene: SceneID) -> Bool {
    awaited.insert(scene)
    return active.contains(scene)
  }

  mutating func isDue(activating scene: SceneID) -> Bool {
    active.insert(scene)
    return awaited.contains(scene)
  }

  /// Notes that the content of a scene has appeared; true if it was awaited.
  mutating func appear(in scene: SceneID) -> Bool {
    appeared.insert(scene)
    return awaited.remove(scene) != nil
  }

  mutating func forget(_ scene: SceneID) {
    active.remove(scene)
    appeared.remove(scene)
    awaited.remove(scene)
  }
}

extension AppHost {
  /// Tells the host that the content of a scene has appeared.
  ///
  /// - Parameter scene: The scene; nil stands for all scenes, where the view knows none.
  package func contentAppeared(in scene: SceneID?) {
    for scene in scene.map({ [$0] }) ?? items.withoutWindow where content.appear(in: scene) {
      begin { [weak self] in self?.windowIsThere(in: scene) }
    }
  }

  private func awaitContent(of scene: SceneID) {
    if content.isDue(awaiting: scene) { limitContent(of: scene) }
  }

  func noteActive(_ scene: SceneID) {
    if content.isDue(activating: scene) { limitContent(of: scene) }
  }

  /// Lets the items of an active scene go on, whose content may not report that it has appeared.
  private func limitContent(of scene: SceneID) {
    guard items.awaitsWindow(scene) else { return }
    begin { [weak self, clock = application.clock, isReported = content.isReported] in
      if isReported { try? await clock.wait(for: Self.contentDeadline) }
      guard let self, items.awaitsWindow(scene) else { return }
      if isReported {
        warn(
          """
          no view with opensURLs(with:) has appeared in an active scene, whose URLs, activities \
          and actions go on without it. Put the modifier on the content of each scene.
          """)
      }
      windowIsThere(in: scene)
    }
  }
}

extension WaitingItems.Refusal: CustomStringConvertible {
  /// The reason.
  var description: String {
    switch self {
    case .launchFailed: "the modules have not launched"
    case .sceneDisconnected: "its scene has disconnected"
    }
  }
}
