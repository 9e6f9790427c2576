// SPDX-License-Identifier: Apache-2.0

import AppleFixture
import Foundation
import Gantry
import GantryApple
import GantryMonitor
import GantryTesting
import Synchronization
import Testing

/// An app's own delegate and pages, on a runtime that stands in for the system's.
@Suite struct AppleUses {
  final class Delegate {}

  @Test @MainActor
  func `S9: AOP attach to any delegate class, so that an SDK's user writes nothing`() async throws {
    let (runtime, delegate) = (FakeRuntime(), Delegate())
    let type = runtime.makeClass("Shop.AppDelegate", above: runtime.makeClass("NSObject"))
    runtime.make(delegate, type)
    let row = try #require(DelegateMethodRow.of(.openURL))
    let part = Interposition(row: row) { _, _ in (.bool(true), []) }
    let name = "application:openURL:options:"
    #expect(runtime.send(name, to: FakeRuntime.address(of: delegate)) == nil)
    let attached = try #require(Interposer.attach(delegate, [part], runtime))
    #expect(attached.methods == [.openURL])
    #expect(runtime.send(name, to: FakeRuntime.address(of: delegate)) == .bool(true))
    let other = Delegate()
    runtime.make(other, type)
    #expect(runtime.classes(of: delegate).real == type, "its class is still the app's")
  }

  class Screen: Page {
    let clock: TestClock
    init(_ clock: TestClock) { self.clock = clock }
    func load(_ context: borrowing PageContext) { clock.advance(by: .milliseconds(50)) }
  }

  final class Cart: Screen {
    override func load(_ context: borrowing PageContext) {
      clock.advance(by: .milliseconds(10))
      super.load(context)
    }
  }

  @Test
  func `S15: a page-load monitor that times each page's own override without touching its class`()
    throws
  {
    let clock = TestClock()
    let monitor = PageMonitor(clock: clock)
    let timings = Mutex<[Duration]>([])
    let observation = monitor.observe { timing in timings.withLock { $0.append(timing.elapsed) } }
    let host = PageHost(monitor)
    let pages: [any Page] = [Screen(clock), Cart(clock)]
    for page in pages { try host.perform(.load, of: page) }
    observation.cancel()
    #expect(timings.withLock(\.self) == [.milliseconds(50), .milliseconds(60)])
  }
}
