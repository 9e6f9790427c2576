// SPDX-License-Identifier: Apache-2.0

@testable import GantryApple
import GantryCore
import GantryRouting

/// What the fake system makes of a route's text.
private final class FakePage {
  let text: String
  init(text: String) { self.text = text }
}

/// Scenes whose stacks hold the keys of pages; a page of a route is a text.
@MainActor
final class FakeScreens: NavigatorScreens {
  var active: SceneID?
  var states: [SceneID: SceneState] = [:]
  /// The pages in the order in which they were shown, with their scenes.
  var shown: [String] = []
  /// How many of the next steps find that the scene has changed.
  var losses = 0
  var appShows: ((NavigatorPage) -> Bool)?
  /// Called as a step begins; the next step waits until it returns.
  var onStep: (() async -> Void)?

  init(_ scenes: SceneID...) {
    active = scenes.first
    for scene in scenes { states[scene] = SceneState(.stack([nil])) }
  }

  func page(of output: Any) -> (object: AnyObject, kind: PageShowing.Kind)? {
    (output as? String).map { (FakePage(text: $0), .page) }
  }

  func state(of scene: SceneID) -> SceneState {
    states[scene] ?? SceneState(connection: .connecting)
  }

  func letAppShow(_ page: NavigatorPage, in scene: SceneID) -> Bool { appShows?(page) ?? false }

  func perform(_ step: SceneAction, _ page: NavigatorPage, in scene: SceneID) async -> Bool {
    await onStep?()
    guard losses == 0 else {
      losses -= 1
      return false
    }
    shown.append("\((page.object as? FakePage)?.text ?? "?") in \(scene)")
    if case .stack(let pages)? = states[scene]?.levels.first {
      states[scene]?.levels = [.stack(pages + [page.showing.key])]
    }
    return true
  }
}
