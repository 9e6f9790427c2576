// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import GantrySupport
import Testing

@MainActor
struct EventBusSubscriptionTests {
  let log = Log()
  let bus = EventBus()

  @Test func `a subscription ends when it is cancelled`() {
    let token = bus.observe(Woke.self) { [log] in log.add("\($0.number)") }
    bus.send(Woke(number: 1))
    token.cancel()
    token.cancel()
    bus.send(Woke(number: 2))
    #expect(log.lines == ["1"])
  }

  @Test func `a subscription ends when its token is released`() {
    do {
      let token = bus.observe(answering: MayQuit.self) { _ in false }
      #expect(!bus.send(MayQuit()))
      withExtendedLifetime(token) {}
    }
    #expect(bus.send(MayQuit()))
    #expect(!bus.isHandled(MayQuit.self))
  }

  @Test func `a handler may cancel its own subscription`() async {
    let token = Mutex<EventSubscription?>(nil)
    let box = Box(token)
    let subscription = bus.observe(Placed.self) { [log] in
      log.add("\($0.number)")
      box.cancel()
    }
    box.set(subscription)
    for number in 1...5 { bus.send(Placed(number: number)) }
    await bus.waitUntilHandled()
    #expect(log.lines == ["1"])
  }

  @Test func `a stream reads events in the order sent`() async {
    let stream = bus.stream(of: Placed.self, bufferingNewest: 10)
    for number in 1...5 { bus.send(Placed(number: number)) }
    await bus.waitUntilHandled()
    bus.close()
    var numbers: [Int] = []
    for await event in stream { numbers.append(event.number) }
    #expect(numbers == [1, 2, 3, 4, 5])
    #expect(stream.droppedCount == 0)
  }

  @Test func `a stream keeps the newest and counts what it drops`() async {
    let stream = bus.stream(of: Woke.self, bufferingNewest: 2)
    for number in 1...5 { bus.send(Woke(number: number)) }
    bus.close()
    var numbers: [Int] = []
    for await event in stream { numbers.append(event.number) }
    #expect(numbers == [4, 5])
    #expect(stream.droppedCount == 3)
  }

  @Test func `a stream ends when it is cancelled or its bus is closed`() async {
    let stream = bus.stream(of: Woke.self, bufferingNewest: 0)
    for number in 1...2 { bus.send(Woke(number: number)) }
    stream.cancel()
    var numbers: [Int] = []
    for await event in stream { numbers.append(event.number) }
    #expect(numbers == [2], "at least one is kept")
    bus.close()
    for await _ in bus.stream(of: Placed.self, bufferingNewest: 1) { Issue.record("nothing came") }
  }

  @Test func `a released stream does not listen`() {
    do { _ = bus.stream(of: Placed.self, bufferingNewest: 1) }
    #expect(!bus.isHandled(Placed.self))
  }

  @Test func `a tap sees what is sent, heard or not`() {
    let token = bus.observeAll { [log] in log.add("\($0.name) \($0.isLifecycle)") }
    bus.send(Woke())
    bus.send(Placed())
    bus.send(NamedEvent("named"))
    token.cancel()
    bus.send(Woke())
    #expect(log.lines == ["Woke true", "Placed false", "named false"])
  }

  @Test func `an observer gets the time of each handler by the given clock`() async {
    let clock = StepClock()
    let bus = EventBus(clock: clock)
    bus.join(
      "A", .main(Woke.self, name: "woke") { _ in clock.advance(by: .milliseconds(3)) },
      .background(Placed.self, name: "placed") { _ in clock.advance(by: .milliseconds(5)) },
      .main(Placed.self, name: "shown") { _ in clock.advance(by: .milliseconds(7)) })
    let token = bus.observeTimings { [log] timing in
      log.add("\(timing.handler) \(timing.duration) \(timing.onMainActor)")
    }
    bus.send(Woke())
    bus.send(Placed())
    await bus.waitUntilHandled()
    #expect(
      log.lines == [
        "woke 0.003 seconds true", "placed 0.005 seconds false", "shown 0.007 seconds true",
      ])
    withExtendedLifetime(token) {}
  }
}

private final class Box: Sendable {
  private let token: Mutex<EventSubscription?>
  init(_ token: consuming Mutex<EventSubscription?>) { self.token = token }
  func set(_ new: EventSubscription) { token.withLock { $0 = new } }
  func cancel() { token.withLock(\.self)?.cancel() }
}
