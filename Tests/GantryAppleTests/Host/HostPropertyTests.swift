// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import GantryTesting
import TestRounds
import Testing

/// Compares random system calls to a host with a model: each event arrives once.
@MainActor
@Suite struct HostPropertyTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `modules hear each event once and each handler is called once, in any order of calls`(
    seed: UInt64
  ) async {
    var run = RandomSystem(seed: seed)
    await run.launch()
    for _ in 0..<60 { await run.step() }
    await run.finish()
    #expect(run.system.sent.names.sorted() == run.expected.sorted(), "seed \(seed)")
    #expect(run.calls == Array(repeating: 1, count: run.calls.count), "seed \(seed)")
    #expect(run.system.host.handlers.isEmpty, "seed \(seed)")
  }
}

/// A system that makes random calls and notes the events that modules must hear.
@MainActor
private struct RandomSystem {
  let system = FakeSystem()
  var random: SeededGenerator
  /// The names of the expected events.
  var expected: [String] = []
  private var connected: Set<String> = []
  private let counts = Counts()
  /// Whether views of this app deliver URLs, too; fixed for the app's whole life.
  private let hasViews: Bool

  /// How often each handler was called.
  var calls: [Int] { counts.calls }

  @MainActor
  final class Counts {
    var calls: [Int] = []
    var open: [Reply<BackgroundFetchResult>] = []
  }

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    hasViews = Bool.random(using: &random)
    self.random = random
    let counts = counts
    system.keep(
      system.events.hear(PerformBackgroundFetch.self) { event in
        event.reply.expect("Module")
        counts.open.append(event.reply)
      })
  }

  mutating func launch() async {
    await system.launch()
    expected = system.sent.names
  }

  mutating func step() async {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: changeApp()
    case 1: await connect()
    case 2: changeScene()
    case 3: open()
    case 4: fetch()
    case 5: answer()
    default: system.host.observe(FakeSystem.notifications)
    }
  }

  private mutating func changeApp() {
    let changes = AppChange.allCases.filter { $0 != .willTerminate }
    guard let change = changes.randomElement(using: &random) else { return }
    system.post(change)
    expected.append(StateTests.expected[change] ?? "?")
  }

  /// A scene connects by its notification and its delegate's method, in either order and repeated.
  private mutating func connect() async {
    let id = "\(Int.random(in: 0..<4, using: &random))"
    guard connected.insert(id).inserted else { return }
    let scene = SceneFacts(id: SceneID(id))
    let url = URLFacts(url: .of("shop://cold"))
    let isCold = Bool.random(using: &random)
    let options = ConnectionFacts(urls: isCold ? [url] : [])
    var ways: [@MainActor () -> Void] = [
      { [system] in system.post(.willConnect, scene) },
      { [system] in system.host.connect(scene, options) },
    ]
    if Bool.random(using: &random) { ways.append(ways[Int.random(in: 0..<2, using: &random)]) }
    for way in ways.shuffled(using: &random) { way() }
    // By then, the scene has its window.
    await system.host.idle()
    expected.append("SceneWillConnect")
    guard isCold else { return }
    expected.append("OpenURL")
    // The system may repeat it until the scene is active, and a view may also deliver it.
    if Bool.random(using: &random) { system.host.openURLs([url], in: scene.id, by: .scene) }
    if hasViews { system.host.openURLs([url], in: scene.id, by: .view) }
    system.post(.didBecomeActive, scene)
    expected.append("SceneDidBecomeActive")
    system.test.clock.advance(by: .seconds(3))
  }

  private mutating func changeScene() {
    guard let id = connected.sorted().randomElement(using: &random) else { return }
    let scene = SceneFacts(id: SceneID(id))
    if Bool.random(using: &random) {
      system.post(.didDisconnect, scene)
      system.post(.didDisconnect, scene)
      connected.remove(id)
      expected.append("SceneDidDisconnect")
    } else {
      system.post(.willResignActive, scene)
      expected.append("SceneWillResignActive")
    }
  }

  /// The user opens a URL, possibly one that was opened before.
  private mutating func open() {
    guard let id = connected.sorted().randomElement(using: &random) else { return }
    let url = URLFacts(url: Bool.random(using: &random) ? .of("shop://cold") : .of("shop://warm"))
    var ways = hasViews ? [URLWay.view, .scene] : [.scene]
    ways.shuffle(using: &random)
    for way in ways {
      system.host.openURLs([url], in: way == .view ? nil : SceneID(id), by: way)
    }
    expected.append("OpenURL")
    // A view does not say which scene its URL is for.
    if hasViews { system.test.clock.advance(by: .seconds(3)) }
  }

  private mutating func fetch() {
    let (number, counts) = (counts.calls.count, counts)
    counts.calls.append(0)
    system.host.ask({ PerformBackgroundFetch(reply: $0) }) { _ in counts.calls[number] += 1 }
    expected.append("PerformBackgroundFetch")
  }

  /// The module answers one of its calls, perhaps twice, or the deadline comes.
  private mutating func answer() {
    guard let reply = counts.open.randomElement(using: &random) else { return }
    if Bool.random(using: &random) { reply.expire() }
    reply.answer(.newData, from: "Module")
    if Bool.random(using: &random) { reply.answer(.failed, from: "Module") }
  }

  mutating func finish() async {
    for reply in counts.open { reply.expire() }
    await system.host.idle()
    // A deadline calls its handler from another thread by the main queue.
    for _ in 0..<100_000 where !system.host.handlers.isEmpty { await Task.yield() }
  }
}
