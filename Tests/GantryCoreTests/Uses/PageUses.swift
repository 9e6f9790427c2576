// SPDX-License-Identifier: Apache-2.0

import GantryMonitor
import GantryTesting
import GantrySupport
import Testing

/// Timing pages. That of view controllers is in `ControllerPagesTests`.
@Suite struct PageUses {
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
