// SPDX-License-Identifier: Apache-2.0

import GantryApple
@testable import GantryAppleMonitor
import GantryMonitor
import GantrySupport
import Testing

extension ControllerPagesTests {
  /// The end of observations, other libraries, and pages inside pages.
  @MainActor
  @Suite(.serialized) struct Living {
    typealias Fake = FakeControllers

    let fake = FakeControllers()
    let monitor: PageMonitor
    let seen = Seen()

    init() { monitor = PageMonitor(clock: fake.clock) }

    private func observe(_ seen: Seen? = nil) -> [PageObservation] {
      let seen = seen ?? self.seen
      return [
        monitor.observe { seen.add($0) },
        ControllerPages.observe(fake.kit, PageHost(monitor), where: { _ in true }) { seen.add($0) },
      ]
    }

    private func codes() -> [CodeRef?] {
      [
        (fake.base, "initWithCoder:"), (fake.base, "initWithNibName:bundle:"),
        (fake.base, "viewDidLoad"), (fake.first, "viewDidLoad"), (fake.second, "viewDidLoad"),
      ].map { fake.runtime.method($0.1, of: $0.0)?.code }
    }

    @Test func `the classes get their methods back with the last observation`() {
      let before = codes()
      let tokens = observe()
      let third = Fake.Third()
      fake.make(third, fake.third)
      #expect(codes() != before)
      let others = [
        ControllerPages.observe(fake.kit, PageHost(monitor), where: { _ in false }) { _ in }
      ]
      tokens.forEach { $0.cancel() }
      #expect(codes() != before)
      others.forEach { $0.cancel() }
      #expect(codes() == before)
      _ = fake.lines()
      fake.call("viewDidLoad", third)
      #expect(fake.lines() == ["third", "second", "first", "base"])
      fake.make(Fake.First(), fake.first)
      #expect(seen.all.isEmpty)
    }

    @Test func `an observation that begins again times the controllers that exist`() {
      observe().forEach { $0.cancel() }
      let none = observe()
      let third = Fake.Third()
      fake.make(third, fake.third)
      none.forEach { $0.cancel() }
      let tokens = observe()
      fake.make(Fake.First(), fake.first)
      fake.call("viewDidLoad", third)
      #expect(seen.all.map(\.own) == [.milliseconds(1_000)])
      #expect(seen.all.map(\.inherited) == [.milliseconds(111)])
      tokens.forEach { $0.cancel() }
    }

    @Test func `a controller runs as before without an observer of the monitor`() {
      let token = ControllerPages.observe(fake.kit, PageHost(monitor), where: { _ in true }) { _ in
      }
      let third = Fake.Third()
      fake.make(third, fake.third)
      fake.call("viewDidLoad", third)
      #expect(fake.lines().suffix(4) == ["third", "second", "first", "base"])
      token.cancel()
    }

    @Test func `an inner page's time is not the outer page's own time`() throws {
      let tokens = observe()
      let (outer, inner) = (Fake.Second(), Fake.First())
      fake.make(outer, fake.second)
      fake.make(inner, fake.first)
      let place = FakeRuntime.address(of: inner)
      fake.during.withLock { [fake] body in body = { fake.call("viewDidLoad", at: place) } }
      fake.call("viewDidLoad", outer)
      #expect(seen.calls == ["First.load", "Second.load"])
      let timing = try #require(seen.all.last)
      #expect(timing.own == .milliseconds(100))
      #expect(timing.inherited == .milliseconds(11))
      #expect(timing.elapsed == .milliseconds(122))
      #expect(seen.all.first?.calls.map(\.phase) == [.load])
      tokens.forEach { $0.cancel() }
    }

    @Test func `two monitors time one controller, each with its own clock`() {
      let tokens = observe()
      let (other, more) = (PageMonitor(clock: fake.clock), Seen())
      let others = [
        other.observe { more.add($0) },
        ControllerPages.observe(fake.kit, PageHost(other), where: { _ in true }) { _ in },
      ]
      let page = Fake.First()
      fake.make(page, fake.first)
      fake.call("viewDidLoad", page)
      #expect(seen.calls == ["First.load"])
      #expect(more.calls == ["First.load"])
      (tokens + others).forEach { $0.cancel() }
    }

    @Test func `a library can swap methods before and after observing`() {
      let runtime = fake.runtime
      fake.wrapped.withLock {
        $0 = runtime.replace(Fake.word(Fake.library), "viewDidLoad", in: fake.first)
      }
      let tokens = observe()
      let page = Fake.Second()
      fake.make(page, fake.second)
      _ = fake.lines()
      fake.call("viewDidLoad", page)
      #expect(fake.lines() == ["second", "library", "first", "base"])
      let plain = runtime.makeClass("Shop.Plain", above: fake.base, type: Fake.First.self)
      let other = Fake.First()
      fake.make(other, plain)
      let code = runtime.replace(Fake.word(Fake.library), "viewDidLoad", in: fake.base)
      fake.wrapped.withLock { $0 = code }
      _ = fake.lines()
      fake.call("viewDidLoad", other)
      #expect(fake.lines() == ["library", "base"])
      tokens.forEach { $0.cancel() }
    }

    @Test func `a phase off the main thread runs untimed`() {
      let tokens = observe()
      let page = Fake.First()
      fake.make(page, fake.first)
      _ = fake.lines()
      fake.runtime.isOnMain = false
      fake.call("viewDidLoad", page)
      fake.runtime.isOnMain = true
      #expect(fake.lines() == ["first", "base"])
      #expect(seen.all.isEmpty)
      tokens.forEach { $0.cancel() }
    }

    @Test func `a controller is refused if the timed class's name is taken`() {
      let tokens = observe()
      _ = fake.runtime.makeClass("GantryTimed_Shop.First")
      let page = Fake.First()
      fake.make(page, fake.first)
      #expect(fake.runtime.classes(of: page).real == fake.first)
      #expect("\(seen.refused)".contains("a class with the name"))
      tokens.forEach { $0.cancel() }
    }

    @Test func `AppKit's phases have no argument, and every method is implemented`() {
      #expect(ControllerKit.methodsOfAppKit.allSatisfy { !$0.takesFlag && $0.code != nil })
      #expect(ControllerKit.methodsOfUIKit.allSatisfy { $0.code != nil })
      #expect(ControllerKit.methodsOfUIKit.map(\.phase) == PagePhase.allCases)
    }
  }
}
