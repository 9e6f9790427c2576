// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryAppEvents
@testable import GantryApple
import GantryEvents
import GantrySupport
import GantryTesting
import Testing

/// The system's objects that come with events, while modules handle these.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct SystemObjectTests {
  /// An object that isn't `Sendable`, as those of the system.
  final class Thing {}

  /// A way in which the system hands over an object.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let deliver: @MainActor @Sendable (FakeSystem, Any) -> Void
  }

  private static func activity(_ object: Any) -> UserActivity {
    var activity = UserActivity(type: "reading")
    activity.system = SystemReference(object)
    return activity
  }

  private static func url(_ object: Any) -> URLFacts {
    var facts = URLFacts(url: .of("shop://order/1"))
    facts.system = SystemReference(object)
    return facts
  }

  private static func action(_ object: Any) -> PerformQuickAction {
    var action = PerformQuickAction(type: "new", scene: "main")
    action.system = SystemReference(object)
    return action
  }

  private static func notification(_ object: Any) -> UserNotification {
    var notification = UserNotification(id: "1")
    notification.system = SystemReference(object)
    return notification
  }

  private static func connect(_ system: FakeSystem, _ facts: ConnectionFacts) {
    system.host.connect(ColdStartTests.scene, facts, window: nil)
  }

  nonisolated static let ways = [
    Way(testDescription: "a URL") { $0.host.openURLs([url($1)], in: "main", by: .scene) },
    Way(testDescription: "a URL of a connection") { connect($0, .init(urls: [url($1)])) },
    Way(testDescription: "an activity") {
      $0.host.continueActivity(activity($1), in: "main", by: .scene)
    },
    Way(testDescription: "an activity of a connection") {
      connect($0, .init(activities: [activity($1)]))
    },
    Way(testDescription: "a saved activity") { connect($0, .init(restored: activity($1))) },
    Way(testDescription: "an updated activity") {
      $0.host.sendWithObject(DidUpdateActivity(activity: activity($1)))
    },
    Way(testDescription: "a restored interaction") {
      $0.host.sendWithObject(RestoreSceneInteraction(scene: "main", activity: activity($1)))
    },
    Way(testDescription: "a quick action") { $0.host.perform(action($1)) { _ in } },
    Way(testDescription: "a quick action of a connection") {
      connect($0, .init(quickAction: action($1)))
    },
    Way(testDescription: "a remote notification") { $0.host.receive(["thing": $1]) { _ in } },
    Way(testDescription: "a notification") { $0.host.present(notification($1)) { _ in } },
    Way(testDescription: "the settings of notifications") {
      $0.host.sendWithObject(OpenNotificationSettings(notification: notification($1)))
    },
    Way(testDescription: "a response") { system, object in
      let reference = SystemReference(object)
      system.host.respond(
        in: nil, opensApp: false,
        { reply in
          var event = DidRespondToNotification(
            notification: UserNotification(id: "1"), action: "open", reply: reply)
          event.system = reference
          return event
        }, keeping: [reference.beginAccess()], handler: {})
    },
  ]

  private func system() async -> (FakeSystem, Reader) {
    let reader = Reader()
    let system = FakeSystem(
      [ReadingModule.self], adding: { $0.provide(reader, as: Reader.self) })
    return (system, reader)
  }

  @Test(arguments: ways, [true, false])
  func `handlers have the object until the last one has returned, also in a launch`(
    way: Way, isLaunched: Bool
  ) async {
    let (system, reader) = await system()
    if isLaunched { await system.launch() }
    way.deliver(system, Thing())
    await system.launch()
    await waits { reader.lines.count == 2 }
    #expect(reader.lines == ["handler: true", "async: true"])
    reader.gate.resolve()
    await waits { reader.lines.count == 3 }
    #expect(reader.lines.last == "async later: true")
    // The event may be kept longer than the system's object can be read.
    await waits { reader.kept.allSatisfy { !hasThing($0) } }
    #expect(reader.kept.count == 1)
  }

  @Test func `the launch options are there during the launch`() async {
    let (system, reader) = await system()
    var facts = LaunchFacts()
    facts.system = SystemReference(["thing": Thing()])
    _ = await system.launch(facts)
    reader.gate.resolve()
    #expect(reader.launches == ["will: true", "did: true"])
    let kept = system.sent.of(DidFinishLaunching.self)[0]
    #expect(!hasThing(kept))
  }

  @Test func `a test sets an object, and an event that is sent again has none`() async throws {
    let (system, reader) = await system()
    reader.gate.resolve()
    await system.launch()
    var event = OpenURL(url: .of("shop://order/1"))
    event.system = SystemReference(Thing())
    _ = await system.test.send(event)
    #expect(reader.lines == ["handler: true", "async: true", "async later: true"])
    await system.test.replay(system.test.trace)
    #expect(reader.lines.suffix(3) == ["handler: false", "async: false", "async later: false"])
  }

  @Test func `an object is no part of the value that it comes with`() throws {
    let activity = Self.activity(Thing())
    #expect(activity == UserActivity(type: "reading"))
    #expect(Set([activity, UserActivity(type: "reading")]).count == 1)
    let coded = try JSONDecoder().decode(
      UserActivity.self, from: JSONEncoder().encode(activity))
    #expect(coded == activity)
    #expect(activity.system.value(as: Thing.self) != nil)
    #expect(coded.system.value(as: Thing.self) == nil)
    #expect(activity.system.value(as: Journal.self) == nil)
  }

  @Test func `an object with two accesses is there until the second one ends`() {
    let reference = SystemReference(Thing())
    var accesses = [reference.beginAccess(), reference.beginAccess()]
    accesses.removeLast()
    #expect(reference.value(as: Thing.self) != nil)
    accesses.removeLast()
    #expect(reference.value(as: Thing.self) == nil)
    #expect(SystemReference().beginAccess() == nil)
  }
}

/// Whether an event has its object.
@MainActor
func hasThing(_ event: any SystemDelivered) -> Bool {
  let dictionary: [AnyHashable: Any]? = event.system.value()
  return event.system.value(as: SystemObjectTests.Thing.self) != nil || dictionary?["thing"] != nil
}

/// What handlers have seen of the system's objects.
@MainActor
final class Reader {
  let gate = Promise<Void>()
  private(set) var lines: [String] = []
  private(set) var launches: [String] = []
  private(set) var kept: [any SystemDelivered] = []

  func read(_ event: any SystemDelivered) {
    kept.append(event)
    lines.append("handler: \(hasThing(event))")
  }

  func readLater(_ event: any SystemDelivered) async {
    lines.append("async: \(hasThing(event))")
    await gate.value()
    lines.append("async later: \(hasThing(event))")
  }

  func launch(_ name: String, _ event: any SystemDelivered) {
    launches.append("\(name): \(hasThing(event))")
  }
}

@Module(name: "Reading")
@MainActor
final class ReadingModule {
  @Inject let reader: Reader

  @On func a(_ event: OpenURL) { reader.read(event) }
  @On func b(_ event: OpenURL) async { await reader.readLater(event) }
  @On func c(_ event: ContinueActivity) { reader.read(event) }
  @On func d(_ event: ContinueActivity) async { await reader.readLater(event) }
  @On func e(_ event: DidUpdateActivity) { reader.read(event) }
  @On func f(_ event: DidUpdateActivity) async { await reader.readLater(event) }
  @On func g(_ event: RestoreSceneInteraction) { reader.read(event) }
  @On func h(_ event: RestoreSceneInteraction) async { await reader.readLater(event) }
  @On func i(_ event: PerformQuickAction) { reader.read(event) }
  @On func j(_ event: PerformQuickAction) async { await reader.readLater(event) }
  @On func k(_ event: DidReceiveRemoteNotification) { reader.read(event) }
  @On func l(_ event: DidReceiveRemoteNotification) async { await reader.readLater(event) }
  @On func m(_ event: WillPresentNotification) { reader.read(event) }
  @On func n(_ event: WillPresentNotification) async { await reader.readLater(event) }
  @On func o(_ event: OpenNotificationSettings) { reader.read(event) }
  @On func p(_ event: OpenNotificationSettings) async { await reader.readLater(event) }
  @On func q(_ event: DidRespondToNotification) { reader.read(event) }
  @On func r(_ event: DidRespondToNotification) async { await reader.readLater(event) }
  @On func s(_ event: WillFinishLaunching) { reader.launch("will", event) }
  @On func t(_ event: DidFinishLaunching) { reader.launch("did", event) }
}
