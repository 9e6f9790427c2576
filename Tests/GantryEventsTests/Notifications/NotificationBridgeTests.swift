// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryEvents
import GantrySupport
import Testing

@Suite struct NotificationBridgeTests {
  struct AccountChanged: Event, NotificationRepresentable {
    let name: String
    var notificationUserInfo: [String: any Sendable] { ["name": name] }
  }

  /// Records the reports of a notification center or a bus.
  final class Record: Sendable {
    private let entries = Mutex<[String]>([])
    var all: [String] { entries.withLock { $0 } }
    func add(_ entry: String) { entries.withLock { $0.append(entry) } }
  }

  let events = EventBus()
  let center = NotificationCenter()
  let record = Record()
  static let changed = Notification.Name("gantry.AccountChanged")

  func observe(_ name: String, key: String) -> any NSObjectProtocol {
    center.addObserver(forName: Notification.Name(name), object: nil, queue: nil) { [record] in
      record.add("\($0.name.rawValue) \($0.userInfo?[key] ?? "–")")
    }
  }

  @Test @MainActor func `nothing is posted unless asked for`() {
    let observer = observe("gantry.DidBecomeActive", key: "")
    defer { center.removeObserver(observer) }
    let bridge = NotificationBridge(events, to: center)
    events.send(DidBecomeActive())
    withExtendedLifetime(bridge) {}
    #expect(record.all == [])
  }

  @Test @MainActor func `a lifecycle event is posted until its token is cancelled`() {
    let observer = observe("gantry.DidReceiveMemoryPressure", key: "level")
    defer { center.removeObserver(observer) }
    let token = NotificationBridge(events, to: center).publish(DidReceiveMemoryPressure.self)
    events.send(DidReceiveMemoryPressure(level: .critical))
    token.cancel()
    events.send(DidReceiveMemoryPressure(level: .normal))
    #expect(record.all == ["gantry.DidReceiveMemoryPressure critical"])
  }

  @Test func `an event is posted with its published keys`() async {
    let observer = observe("gantry.AccountChanged", key: "name")
    defer { center.removeObserver(observer) }
    let token = NotificationBridge(events, to: center).publish(AccountChanged.self)
    events.send(AccountChanged(name: "Ada"))
    await events.waitUntilHandled()
    token.cancel()
    #expect(record.all == ["gantry.AccountChanged Ada"])
  }

  @Test func `an event that states no values is posted without any, under its own name`() async {
    struct SignedIn: Event { let name: String }
    let observer = observe("gantry.SignedIn", key: "name")
    defer { center.removeObserver(observer) }
    let token = NotificationBridge(events, to: center).publish(SignedIn.self)
    events.send(SignedIn(name: "Ada"))
    await events.waitUntilHandled()
    token.cancel()
    #expect(record.all == ["gantry.SignedIn –"])
  }

  @Test @MainActor func `a name and the keys of a notification are chosen one without the other`()
    throws
  {
    let url = try #require(URL(string: "shop://orders/7"))
    let observers = ["gantry.OpenURL", "legacy.open"].flatMap { name in
      ["URL", "scheme"].map { observe(name, key: $0) }
    }
    defer { observers.forEach(center.removeObserver) }
    let bridge = NotificationBridge(events, to: center)
    let named = bridge.publish(OpenURL.self, as: Notification.Name("legacy.open"))
    _ = events.send(OpenURL(url: url))
    #expect(record.all.sorted() == ["legacy.open shop", "legacy.open –"])
    named.cancel()
    let keyed = bridge.publish(OpenURL.self) { ["URL": $0.url] }
    _ = events.send(OpenURL(url: url))
    #expect(
      record.all.dropFirst(2).sorted() == ["gantry.OpenURL shop://orders/7", "gantry.OpenURL –"])
    keyed.cancel()
  }

  @Test func `a notification becomes an event until its token is cancelled`() async {
    let listener = events.observe(AccountChanged.self) { [record] in record.add($0.name) }
    let bridge = NotificationBridge(events, to: center)
    let token = bridge.receive(Self.changed) { notification in
      (notification.userInfo?["name"] as? String).map { AccountChanged(name: $0) }
    }
    center.post(name: Self.changed, object: nil, userInfo: ["name": "Ada"])
    center.post(name: Self.changed, object: nil, userInfo: ["other": "nothing to send"])
    token.cancel()
    center.post(name: Self.changed, object: nil, userInfo: ["name": "Bob"])
    await events.waitUntilHandled()
    listener.cancel()
    #expect(record.all == ["Ada"])
  }

  @Test func `an event that is published and received does not come back`() async {
    let listener = events.observe(AccountChanged.self) { [record] in record.add($0.name) }
    let bridge = NotificationBridge(events, to: center)
    let tokens = [
      bridge.publish(AccountChanged.self),
      bridge.receive(Self.changed) { _ in AccountChanged(name: "echo") },
    ]
    events.send(AccountChanged(name: "Ada"))
    await events.waitUntilHandled()
    await events.waitUntilHandled()
    tokens.forEach { $0.cancel() }
    listener.cancel()
    #expect(record.all == ["Ada"])
  }

  @Test func `an event received as a notification is not posted under that name again`() async {
    let observer = observe("gantry.AccountChanged", key: "name")
    defer { center.removeObserver(observer) }
    let listener = events.observe(AccountChanged.self) { [record] in record.add($0.name) }
    let (one, other) = (
      NotificationBridge(events, to: center), NotificationBridge(events, to: center)
    )
    let tokens = [
      one.publish(AccountChanged.self),
      other.publish(AccountChanged.self, as: Notification.Name("Elsewhere")) { ["name": $0.name] },
      other.receive(Self.changed) { _ in AccountChanged(name: "Ada") },
    ]
    let elsewhere = observe("Elsewhere", key: "name")
    defer { center.removeObserver(elsewhere) }
    center.post(name: Self.changed, object: nil, userInfo: ["name": "old"])
    await events.waitUntilHandled()
    #expect(record.all.sorted() == ["Ada", "Elsewhere Ada", "gantry.AccountChanged old"])
    tokens.forEach { $0.cancel() }
    listener.cancel()
  }

  @Test @MainActor func `a lifecycle event received as a notification is not posted again`() async {
    let name = Notification.Name("gantry.DidBecomeActive")
    let observer = observe(name.rawValue, key: "")
    defer { center.removeObserver(observer) }
    let (stream, heard) = AsyncStream<Void>.makeStream()
    let bridge = NotificationBridge(events, to: center)
    let tokens = [
      bridge.publish(DidBecomeActive.self), bridge.receive(name) { _ in DidBecomeActive() },
      events.observe(DidBecomeActive.self) { _ in heard.yield() },
    ]
    center.post(name: name, object: nil)
    for await _ in stream { break }
    #expect(record.all == ["gantry.DidBecomeActive –"])
    events.send(DidBecomeActive())
    #expect(record.all.count == 2, "what the app itself sends is posted")
    tokens.forEach { $0.cancel() }
  }

  @Test @MainActor func `publishing an event chooses the keys of its notification`() throws {
    let url = try #require(URL(string: "shop://orders/7?token=secret"))
    let observers = ["URL", "scheme"].map { observe("legacy.open", key: $0) }
    defer { observers.forEach(center.removeObserver) }
    let bridge = NotificationBridge(events, to: center)
    let token = bridge.publish(OpenURL.self, as: Notification.Name("legacy.open")) {
      ["URL": $0.url]
    }
    _ = events.send(OpenURL(url: url))
    #expect(record.all.sorted() == ["legacy.open shop://orders/7?token=secret", "legacy.open –"])
    token.cancel()
  }

  @Test func `an event that one bridge posts and another receives does not come back`() async {
    let listener = events.observe(AccountChanged.self) { [record] in record.add($0.name) }
    let (out, back) = (
      NotificationBridge(events, to: center), NotificationBridge(events, to: center)
    )
    let tokens = [
      out.publish(AccountChanged.self),
      back.receive(Self.changed) { _ in AccountChanged(name: "echo") },
    ]
    events.send(AccountChanged(name: "Ada"))
    await events.waitUntilHandled()
    await events.waitUntilHandled()
    center.post(name: Self.changed, object: nil)
    await events.waitUntilHandled()
    tokens.forEach { $0.cancel() }
    listener.cancel()
    #expect(record.all == ["Ada", "echo"])
  }

  @Test func `an event that two buses exchange does not go round in circles`() async {
    let other = EventBus()
    let listener = other.observe(AccountChanged.self) { [record] in record.add($0.name) }
    let tokens = [events, other].flatMap { bus in
      let bridge = NotificationBridge(bus, to: center)
      return [
        bridge.publish(AccountChanged.self),
        bridge.receive(Self.changed) { _ in AccountChanged(name: "echo") },
      ]
    }
    events.send(AccountChanged(name: "Ada"))
    await events.waitUntilHandled()
    await other.waitUntilHandled()
    #expect(record.all == [])
    tokens.forEach { $0.cancel() }
    listener.cancel()
  }

  @Test func `notifications become lifecycle events on the main actor, in their order`() async {
    let heard = AsyncStream<MemoryPressureLevel>.makeStream()
    let listener = events.observe(DidReceiveMemoryPressure.self) { event in
      MainActor.assertIsolated()
      heard.continuation.yield(event.level)
    }
    let token = NotificationBridge(events, to: center).receive(Self.changed) { notification in
      (notification.userInfo?["level"] as? MemoryPressureLevel).map {
        DidReceiveMemoryPressure(level: $0)
      }
    }
    let levels: [MemoryPressureLevel] = (0..<50).map { [.normal, .warning, .critical][$0 % 3] }
    center.post(name: Self.changed, object: nil)
    for level in levels {
      center.post(name: Self.changed, object: nil, userInfo: ["level": level])
    }
    var all: [MemoryPressureLevel] = []
    for await level in heard.stream {
      all.append(level)
      if all.count == levels.count { break }
    }
    #expect(all == levels)
    token.cancel()
    listener.cancel()
  }

  @Test @MainActor func `cancelling the token drops notifications that wait for the main actor`()
    async
  {
    let listener = events.observe(DidBecomeActive.self) { [record] _ in record.add("heard") }
    let token = NotificationBridge(events, to: center).receive(Self.changed) { [record] _ in
      record.add("received")
      return DidBecomeActive()
    }
    center.post(name: Self.changed, object: nil)
    token.cancel()
    center.post(name: Self.changed, object: nil)
    // The main actor has finished the earlier work in its queue.
    await Task { @MainActor in }.value
    await Task { @MainActor in }.value
    #expect(record.all == ["received"])
    listener.cancel()
  }
}
