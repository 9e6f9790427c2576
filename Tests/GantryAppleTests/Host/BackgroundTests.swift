// SPDX-License-Identifier: Apache-2.0

import Gantry
@testable import GantryApple
import GantrySupport
import Testing

@MainActor
@Suite struct NotificationCenterTests {
  /// A notification center that records the order of calls.
  @MainActor
  final class Center: UserNotificationCenter {
    var delegate: AnyObject?
    var calls: [String] = []
    var error: AttachError?

    func becomeDelegate(of host: AppHost) {
      calls.append("becomes")
      host.notificationDelegate = self
      delegate = self
    }

    func resetDelegate() { calls.append("asks") }

    func attach(_ host: AppHost, to delegate: AnyObject) throws(AttachError) {
      calls.append("attaches")
      if let error { throw error }
    }
  }

  private func launch(
    _ center: Center, _ hear: (EventBus) -> EventSubscription?, environment: [String: String] = [:]
  ) -> FakeSystem {
    let system = FakeSystem(environment: environment)
    if let token = hear(system.events) { system.keep(token) }
    system.host.notificationCenter = center
    #expect(system.host.launch(LaunchFacts()))
    return system
  }

  @Test(.tags(.b28))
  func `the center gets its delegate before the launch ends if a module listens`() async {
    for hear in [
      { $0.hear(WillPresentNotification.self) }, { $0.hear(DidRespondToNotification.self) },
      { $0.hear(OpenNotificationSettings.self) },
    ] as [(EventBus) -> EventSubscription] {
      let center = Center()
      let system = launch(center, hear)
      // No module has launched yet.
      #expect(center.calls == ["becomes"])
      await system.host.idle()
      // The listeners were added after the host was made.
      #expect(center.calls == ["becomes", "asks"])
      system.keep(system.events.hear(OpenURL.self))
      system.host.refresh()
      system.host.refresh()
      #expect(center.calls == ["becomes", "asks", "asks"])
    }
  }

  @Test(.tags(.b28)) func `a notification center is left alone if no module hears its events`()
    async
  {
    let center = Center()
    await launch(center) { _ in nil }.host.idle()
    await launch(
      center, { $0.hear(WillPresentNotification.self) },
      environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1"]
    ).host.idle()
    #expect(center.calls == [])
  }

  @Test func `the host attaches to a delegate that the app has set`() async {
    let center = Center()
    center.delegate = center
    await launch(center) { $0.hear(WillPresentNotification.self) }.host.idle()
    #expect(center.calls == ["attaches", "asks"])
    center.error = .switchedOff(key: "K")
    await launch(center) { $0.hear(WillPresentNotification.self) }.host.idle()
    #expect(center.calls == ["attaches", "asks", "attaches"])
  }

  @Test func `a delegate that the center is given later is attached to, once`() async {
    let (center, other) = (Center(), Center())
    let system = launch(center) { $0.hear(WillPresentNotification.self) }
    await system.host.idle()
    system.host.systemFinishedLaunching()
    #expect(center.calls == ["becomes", "asks"])
    center.delegate = other
    system.host.systemFinishedLaunching()
    system.post(.didBecomeActive)
    #expect(center.calls == ["becomes", "asks", "attaches", "asks"])
    center.error = .switchedOff(key: "K")
    center.delegate = system.host
    for _ in 0..<2 { system.post(.didBecomeActive) }
    #expect(center.calls.suffix(3) == ["attaches", "asks", "attaches"])
    #expect(system.warnings.lines.count == 1)
    center.delegate = nil
    system.post(.didBecomeActive)
    #expect(center.calls.last == "becomes")
  }

  @Test func `enabling a module later makes the host the center's delegate`() async {
    let center = Center()
    let system = launch(center) { _ in nil }
    await system.host.idle()
    #expect(center.calls == [])
    let token = system.events.hear(WillPresentNotification.self)
    system.host.refresh()
    #expect(center.calls == ["becomes"])
    token.cancel()
    system.host.refresh()
    #expect(center.calls == ["becomes", "asks"])
  }

  @Test(.tags(.b47)) func `a notification is presented as modules and the delegate ask, once`() {
    let system = FakeSystem()
    system.keep(system.events.answer(WillPresentNotification.self) { _ in .banner })
    var shown: [NotificationPresentation] = []
    let notification = UserNotification(id: "1")
    let reply = system.host.present(notification, hasOwn: true) { shown.append($0) }
    #expect(shown.isEmpty)
    reply.answer(.sound, from: .delegate)
    reply.answer(.badge, from: .delegate)
    #expect(shown == [[.banner, .sound]])
    system.host.present(notification) { shown.append($0) }
    #expect(shown == [[.banner, .sound], .banner])
  }
}
