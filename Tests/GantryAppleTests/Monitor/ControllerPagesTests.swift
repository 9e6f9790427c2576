// SPDX-License-Identifier: Apache-2.0

import GantryApple
@testable import GantryAppleMonitor
import GantryMonitor
import GantrySupport
import Testing

/// Serialized: the process has one table of replaced methods.
@MainActor
@Suite(.serialized) struct ControllerPagesTests {
  typealias Fake = FakeControllers

  let fake = FakeControllers()
  let monitor: PageMonitor
  let seen = Seen()

  final class Seen: Sendable {
    private let timings = Mutex<[PageTiming]>([])
    private let reasons = Mutex<[UnobservedController]>([])

    var all: [PageTiming] { timings.withLock(\.self) }
    var refused: [UnobservedController] { reasons.withLock(\.self) }
    /// The phases and the names of the classes without their surrounding types.
    var calls: [String] {
      all.map { $0.call.description.split(separator: ".").suffix(2).joined(separator: ".") }
    }

    func add(_ timing: PageTiming) { timings.withLock { $0.append(timing) } }
    func add(_ reason: UnobservedController) { reasons.withLock { $0.append(reason) } }
    func clear() { timings.withLock { $0 = [] } }
  }

  init() { monitor = PageMonitor(clock: fake.clock) }

  private func observe(
    where isPage: @escaping @Sendable (AnyClass) -> Bool = { _ in true }
  ) -> [PageObservation] {
    [
      monitor.observe { [seen] in seen.add($0) },
      ControllerPages.observe(fake.kit, PageHost(monitor), where: isPage) { [seen] in
        seen.add($0)
      },
    ]
  }

  private func milliseconds(_ timing: PageTiming) -> [Int] {
    [timing.elapsed, timing.own, timing.inherited].map { Int($0 / .milliseconds(1)) }
  }

  @Test(.tags(.b53)) func `own time and time in super are separate over three levels`() {
    let tokens = observe()
    let (first, second, third) = (Fake.First(), Fake.Second(), Fake.Third())
    fake.make(third, fake.third)
    fake.make(second, fake.second)
    fake.make(first, fake.first)
    _ = fake.lines()
    for _ in 0..<2 {
      seen.clear()
      fake.call("viewDidLoad", third)
      #expect(fake.lines() == ["third", "second", "first", "base"])
      fake.call("viewDidLoad", second)
      fake.call("viewDidLoad", first)
      #expect(fake.lines() == ["second", "first", "base", "first", "base"])
      #expect(seen.calls == ["Third.load", "Second.load", "First.load"])
      #expect(
        seen.all.map(milliseconds) == [[1_111, 1_000, 111], [111, 100, 11], [11, 10, 1]])
    }
    tokens.forEach { $0.cancel() }
  }

  @Test func `the time of an inherited phase counts as super's`() {
    let tokens = observe()
    let type = fake.runtime.makeClass("Shop.Fourth", above: fake.third, type: Fake.Third.self)
    let controller = Fake.Third()
    fake.make(controller, type)
    fake.call("viewDidLoad", controller)
    #expect(seen.all.map(milliseconds) == [[1_111, 0, 1_111]])
    tokens.forEach { $0.cancel() }
  }

  @Test(.tags(.b52)) func `loadView is left alone if the class does not override it`() {
    let tokens = observe()
    let plain = Fake.First()
    fake.make(plain, fake.first)
    let made = fake.runtime.classes(of: plain).real
    #expect(made != fake.first)
    let found = fake.runtime.method("loadView", of: made)
    #expect(found?.owner == fake.base)
    #expect(found?.code == Fake.word(Fake.loadView))
    let override = fake.runtime.makeClass("Shop.Coded", above: fake.base, type: Fake.Second.self)
    #expect(
      fake.runtime.add(
        Fake.word(Fake.loadView), "loadView", encoding: "v16@0:8", to: override))
    let coded = Fake.Second()
    fake.make(coded, override)
    fake.call("loadView", plain)
    fake.call("loadView", coded)
    #expect(seen.calls == ["Second.loadView"])
    #expect(fake.runtime.method("loadView", of: fake.base)?.code == Fake.word(Fake.loadView))
    tokens.forEach { $0.cancel() }
  }

  @Test func `every phase of a controller is timed, with its argument`() {
    let tokens = observe()
    let page = Fake.First()
    fake.make(page, fake.first)
    _ = fake.lines()
    for method in fake.kit.methods.dropFirst(2) { fake.call(method.selector, page) }
    #expect(fake.lines() == Array(repeating: "appear true", count: 5))
    #expect(
      seen.all.map(\.phase) == [
        .willAppear, .isAppearing, .didAppear, .willDisappear, .didDisappear,
      ])
    tokens.forEach { $0.cancel() }
  }

  @Test(.tags(.b54)) func `a controller under key-value observing is refused with a reason`() {
    let tokens = observe()
    let changed = fake.runtime.makeClass("NSKVONotifying_Shop.First", above: fake.first)
    let page = Fake.First()
    fake.make(page, changed, says: fake.first)
    #expect(fake.runtime.classes(of: page).real == changed)
    #expect(seen.refused.count == 1)
    #expect("\(seen.refused)".contains("First is not timed: key-value observing"))
    tokens.forEach { $0.cancel() }
  }

  @Test(.tags(.b54)) func `key-value observing that begins and ends later changes nothing`() {
    let tokens = observe()
    let page = Fake.First()
    fake.make(page, fake.first)
    let made = fake.runtime.classes(of: page).real
    let changed = fake.runtime.makeClass("NSKVONotifying_First", above: made)
    fake.runtime.make(page, changed, says: made)
    // An initializer that calls another one is seen twice.
    fake.make(page, changed, says: made)
    fake.call("viewDidLoad", page)
    fake.runtime.make(page, made, says: fake.first)
    fake.call("viewDidLoad", page)
    #expect(seen.all.map(milliseconds) == [[11, 10, 1], [11, 10, 1]])
    #expect(seen.refused.isEmpty)
    tokens.forEach { $0.cancel() }
  }

  @Test(.tags(.b55)) func `generic controllers are refused with a reason, once per class`() {
    let tokens = observe()
    let box = fake.runtime.makeClass(
      "_TtGC4Shop3BoxSi_", above: fake.base, type: Fake.Box<Int>.self)
    let below = fake.runtime.makeClass("Shop.IntBox", above: box, type: Fake.Third.self)
    for _ in 0..<2 {
      let page = Fake.Box<Int>()
      fake.make(page, box)
      #expect(fake.runtime.classes(of: page).real == box)
    }
    let derived = Fake.Third()
    fake.make(derived, below)
    #expect(fake.runtime.classes(of: derived).real == below)
    #expect(seen.refused.map { "\($0)".contains("is generic") } == [true, true])
    #expect("\(seen.refused)".contains("Box<Swift.Int> is not timed"))
    tokens.forEach { $0.cancel() }
  }

  @Test(.tags(.b56)) func `only classes of created controllers get a timed class`() {
    let before = fake.runtime.names.count
    let tokens = observe()
    #expect(fake.runtime.names.count == before)
    for _ in 0..<2 { fake.make(Fake.Second(), fake.second) }
    #expect(fake.runtime.names.count == before + 1)
    #expect(fake.runtime.names.contains("GantryTimed_Shop.Second"))
    tokens.forEach { $0.cancel() }
  }

  @Test(.tags(.b56)) func `controllers made off the main thread are skipped with one warning`() {
    let tokens = observe()
    fake.runtime.isOnMain = false
    let (first, second) = (Fake.First(), Fake.Second())
    fake.make(first, fake.first)
    fake.make(second, fake.second)
    fake.runtime.isOnMain = true
    #expect(fake.runtime.classes(of: first).real == fake.first)
    #expect(fake.runtime.classes(of: second).real == fake.second)
    #expect(seen.refused.count == 1)
    #expect("\(seen.refused)".contains("made off the main thread"))
    tokens.forEach { $0.cancel() }
  }

  @Test(.tags(.b57)) func `reports and the controller itself name the original class`() throws {
    let tokens = observe()
    let page = Fake.Second()
    fake.make(page, fake.second)
    fake.call("viewDidLoad", page)
    let timing = try #require(seen.all.first)
    #expect(timing.pageName.hasSuffix("FakeControllers.Second"))
    #expect(timing.isExactly(Fake.Second.self))
    #expect(fake.statedClass(page) == fake.second)
    tokens.forEach { $0.cancel() }
  }

  @Test(arguments: ["init", "initWithCoder:", "initWithNibName:bundle:"])
  func `each initializer runs once with its arguments, and its controller is timed`(name: String) {
    let tokens = observe()
    let page = Fake.First()
    fake.make(page, fake.first, by: name)
    let own = ["init": "init", "initWithCoder:": "coder 2", "initWithNibName:bundle:": "nib 2 3"]
    #expect(fake.lines() == [own[name], "made"])
    fake.call("viewDidLoad", page)
    #expect(seen.calls == ["First.load"])
    tokens.forEach { $0.cancel() }
  }

  @Test func `unwanted classes and system classes stay unchanged`() {
    let tokens = observe { $0 == Fake.Second.self }
    let navigation = fake.runtime.makeClass(
      "UINavigationController", above: fake.base, type: Fake.Second.self)
    let (first, second, system) = (Fake.First(), Fake.Second(), Fake.Second())
    fake.make(first, fake.first)
    fake.make(second, fake.second)
    fake.make(system, navigation)
    #expect(fake.runtime.classes(of: first).real == fake.first)
    #expect(fake.runtime.classes(of: second).real != fake.second)
    #expect(fake.runtime.classes(of: system).real == navigation)
    #expect(seen.refused.isEmpty)
    tokens.forEach { $0.cancel() }
  }
}
