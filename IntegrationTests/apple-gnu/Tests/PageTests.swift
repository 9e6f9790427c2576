// SPDX-License-Identifier: Apache-2.0

import CObjects
@testable import GantryApple
@testable import GantryAppleMonitor
import GantryMonitor
import Synchronization
import Testing

extension GnuTests {
  /// View controllers that are timed as pages.
  @MainActor
  @Suite(.serialized) struct Pages {
    final class Controller {}
    final class OrdersController {}
    final class WatchedController {}

    /// The pages and phases that were told, and the reasons for those that were not.
    final class Told: Sendable {
      private let lines = Mutex<[String]>([])
      func add(_ line: String) { lines.withLock { $0.append(line) } }
      func take() -> [String] {
        lines.withLock { lines in
          defer { lines = [] }
          return lines
        }
      }
    }

    let runtime = GnuRuntime()
    let monitor = PageMonitor()
    let told = Told()

    init() {
      GnuTests.begun
      GnuRuntime.call("UIViewController", Controller.self)
      GnuRuntime.call("OrdersController", OrdersController.self)
      GnuRuntime.call("WatchedController", WatchedController.self)
      _ = notes()
    }

    private func notes() -> [String] { GnuTests.notes() }

    private func observe() -> [PageObservation] {
      let kit = ControllerKit(
        runtime: runtime, base: ClassRef(named: "UIViewController"),
        methods: ControllerKit.methodsOfUIKit)
      return [
        monitor.observe { [told] in told.add("\($0.pageName) \($0.phase)") },
        ControllerPages.observe(kit, PageHost(monitor), where: { _ in true }) { [told] in
          told.add("\($0)")
        },
      ]
    }

    private func codes() -> [FoundMethod?] {
      ["UIViewController", "OrdersController"].flatMap { type in
        ["init", "initWithNibName:bundle:", "viewDidLoad", "viewWillAppear:"].map {
          runtime.method($0, of: ClassRef(named: type))
        }
      }
    }

    @Test func `a controller's own code runs once in each phase, and is timed`() throws {
      let tokens = observe()
      let page = GnuObject("OrdersController") { make_controller($0) }
      #expect(notes() == ["nib"])
      let classes = runtime.classes(of: try page.object)
      #expect(runtime.name(of: classes.real) == "GantryTimed_OrdersController")
      #expect(classes.stated == ClassRef(named: "OrdersController"))
      show(page.address)
      #expect(notes() == ["orders", "base", "animated"])
      #expect(
        told.take().map { $0.hasSuffix("load") || $0.hasSuffix("willAppear") } == [true, true])
      tokens.forEach { $0.cancel() }
      show(page.address)
      #expect(notes() == ["orders", "base", "animated"])
      #expect(told.take() == [])
      page.release()
    }

    @Test func `the classes get their methods back with the last observation`() {
      let before = codes()
      let tokens = observe()
      let page = GnuObject("OrdersController") { make_controller($0) }
      #expect(codes().map(\.?.code) != before.map(\.?.code))
      tokens.forEach { $0.cancel() }
      // The base class had no `init` of its own: the one that was added stays, and calls that above.
      #expect(codes().dropFirst().map(\.?.code) == before.dropFirst().map(\.?.code))
      page.release()
    }

    @Test func `a controller that is made by the plain initializer is timed`() {
      let tokens = observe()
      let page = GnuObject("OrdersController")
      show(page.address)
      #expect(notes() == ["orders", "base", "animated"])
      #expect(told.take().count == 2)
      tokens.forEach { $0.cancel() }
      page.release()
    }

    // GNUstep makes its class below the one that the object states, so that it is timed no more.
    @Test func `a timed controller that is observed runs once in each phase, and ends`() throws {
      let tokens = observe()
      let page = GnuObject("OrdersController") { make_controller($0) }
      _ = notes()
      observe_badge(page.address)
      change_badge(page.address, 1)
      show(page.address)
      #expect(notes() == ["observed", "orders", "base", "animated"])
      stop_observing_badge(page.address)
      show(page.address)
      #expect(notes() == ["orders", "base", "animated"])
      weak let weakly = try page.object
      tokens.forEach { $0.cancel() }
      page.release()
      #expect(weakly == nil)
    }

    @Test
    func `a controller that is observed in its initializer is not timed, and the reason is told`() {
      let tokens = observe()
      let page = GnuObject("WatchedController") { make_controller($0) }
      #expect(told.take().map { $0.contains("key-value observing") } == [true])
      show(page.address)
      #expect(notes() == ["nib", "watched", "animated"])
      #expect(told.take() == [])
      tokens.forEach { $0.cancel() }
      stop_observing_badge(page.address)
      page.release()
    }
  }
}
