// SPDX-License-Identifier: Apache-2.0

import Gantry
@testable import GantryApple
import Testing

@Suite struct WaitingItemsTests {
  enum Step: Sendable {
    case connect(SceneID, [String] = [])
    case add(String, SceneID? = nil, needsScene: Bool = false)
    case show(SceneID)
    case disconnect(SceneID)
    case ready
    case failed
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [Step]
    /// The items in the order in which they go on; those that are refused have a mark.
    let expected: [String]

    init(_ name: String, _ steps: [Step], _ expected: [String]) {
      testDescription = name
      self.steps = steps
      self.expected = expected
    }
  }

  nonisolated static let cases: [Case] = [
    Case("an item waits for the launch", [.add("url")], []),
    Case("an item goes on with the launch", [.add("url"), .ready], ["url"]),
    Case(
      "after the launch, nothing waits", [.ready, .add("url"), .add("link", "a")], ["url", "link"]),
    Case("the launch isn't enough", [.connect("a", ["url"]), .ready], []),
    Case("the window isn't enough", [.connect("a", ["url"]), .show("a")], []),
    Case("window, then launch", [.connect("a", ["url"]), .show("a"), .ready], ["url"]),
    Case("launch, then window", [.ready, .connect("a", ["url"]), .show("a")], ["url"]),
    Case(
      "items of the connection come first",
      [
        .add("response", "a", needsScene: true), .ready, .connect("a", ["url", "action"]),
        .add("link", "a"), .show("a"),
      ], ["url", "action", "response", "link"]),
    Case(
      "each scene waits for its own window",
      [.ready, .connect("a", ["1"]), .connect("b", ["2"]), .show("b"), .show("a")], ["2", "1"]),
    Case("a window is there once", [.ready, .connect("a", ["1"]), .show("a"), .show("a")], ["1"]),
    Case(
      "a response without a scene waits for the first",
      [.add("response", needsScene: true), .ready, .connect("a", ["url"]), .show("a")],
      ["url", "response"]),
    Case(
      "an item without a scene waits for windows that are about to come",
      [.connect("a"), .add("url"), .ready, .show("a")], ["url"]),
    Case(
      "an item without a scene doesn't wait for a scene that has gone",
      [.connect("a"), .add("url"), .ready, .disconnect("a")], ["url"]),
    Case(
      "a scene takes its items along",
      [.connect("a", ["1"]), .add("2", "a"), .add("3"), .disconnect("a"), .ready],
      ["1: gone", "2: gone", "3"]),
    Case(
      "a scene that comes back gets new items only",
      [.connect("a", ["1"]), .disconnect("a"), .ready, .connect("a", ["2"]), .show("a")],
      ["1: gone", "2"]),
    Case(
      "a failed launch refuses everything",
      [
        .connect("a", ["1"]), .add("2", needsScene: true), .failed, .add("3"), .connect("b", ["4"]),
      ],
      ["1: failed", "2: failed", "3: failed", "4: failed"]),
  ]

  @Test(arguments: cases)
  func `items wait for the launch and for the window of their scene`(of table: Case) {
    var items = WaitingItems<String>()
    var done: [String] = []
    for step in table.steps {
      let due =
        switch step {
        case .connect(let scene, let connected): items.connect(scene, with: connected)
        case .add(let item, let scene, let needsScene):
          items.add(item, for: .init(scene: scene, needsScene: needsScene))
        case .show(let scene): items.show(scene)
        case .disconnect(let scene): items.disconnect(scene)
        case .ready: items.endLaunch(isReady: true)
        case .failed: items.endLaunch(isReady: false)
        }
      done += due.map { due in
        switch due.refusal {
        case nil: due.item
        case .launchFailed?: "\(due.item): failed"
        case .sceneDisconnected?: "\(due.item): gone"
        }
      }
    }
    #expect(done == table.expected)
  }
}
