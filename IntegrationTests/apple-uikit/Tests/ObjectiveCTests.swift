// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryAppEvents
import GantryC
import GantryCSupport
import ObjectiveC
import Testing
import UIKit
import UserNotifications

@testable import GantryApple

/// The calls of the methods of a class that stands for one in Objective-C: words, and answers.
@MainActor
private enum Calls {
  static var words: [[UInt]] = []
  static var answers = true
  static var system: UInt = 0
  static let object = UIResponder()
  static var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) }

  typealias Nothing = @convention(block) () -> Void
  typealias Flag = @convention(block) (Bool) -> Void
  typealias Number = @convention(block) (UInt) -> Void

  /// The methods that answer by a completion handler, with an answer that is no default.
  static let handlers: [DelegateMethod: CodeRef] = [
    .performFetch: Code.tells2 {
      note([$2]); number($3, 0)
    },
    .didReceivePush: Code.tells3 {
      note([$2, $3]); number($4, 0)
    },
    .performQuickAction: Code.tells3 {
      note([$2, $3])
      unsafeBitCast($4, to: Flag.self)(true)
    },
    .handleBackgroundURLSession: Code.tells3 {
      note([$2, $3]); nothing($4)
    },
    .willPresentNotification: Code.tells3 {
      note([$2, $3]); number($4, 2)
    },
    .didRespondToNotification: Code.tells3 {
      note([$2, $3]); nothing($4)
    },
    .continueActivity: Code.asks3 { receiver, _, app, activity, _ in note([app, activity]) },
    .sceneSupportedOrientations: Code.word1 {
      note([$2])
      return 1 << 1 | 1 << 3
    },
    .supportedOrientations: Code.word2 {
      note([$2, $3])
      return 1 << 1 | 1 << 4
    },
  ]

  static let plain: [MethodShape: CodeRef] = [
    .tells1: Code.tells1 { note([$2]) }, .tells2: Code.tells2 { note([$2, $3]) },
    .tells3: Code.tells3 { note([$2, $3, $4]) }, .asks2: Code.asks2 { note([$2, $3]) },
    .asks3: Code.asks3 { note([$2, $3, $4]) },
  ]

  @discardableResult
  nonisolated static func note(_ words: [UInt]) -> Bool {
    MainActor.assumeIsolated {
      Self.words.append(words)
      return answers
    }
  }

  nonisolated static func number(_ block: UInt, _ number: UInt) {
    unsafeBitCast(block, to: Number.self)(number)
  }

  nonisolated static func nothing(_ block: UInt) { unsafeBitCast(block, to: Nothing.self)() }

  /// Makes a class, and an object for its class methods.
  static func makeClass(_ name: String) -> (type: UInt, above: UInt) {
    let root = Classes.word(of: UIResponder.self)
    let (type, above) = (
      Classes.makeSubclass(of: root, named: name),
      Classes.makeSubclass(of: root, named: "of \(name)")
    )
    Classes.become(above, at: type)
    LiveRuntime.named[name] = ClassRef(type)
    return (type, above)
  }

  /// The class that has all methods of the table, and UIKit's.
  static let made: UInt = {
    typealias Word0 = @convention(c) (UInt, UInt) -> UInt
    let alloc: Word0 = { _, _ in MainActor.assumeIsolated { address } }
    let own: Word0 = { receiver, _ in receiver }
    let shared: Word0 = { _, _ in MainActor.assumeIsolated { system } }
    func add(_ code: Word0, _ name: String, to type: UInt) {
      _ = Classes.add(unsafeBitCast(code, to: UInt.self), name, encoding: "", to: type)
    }
    let (type, above) = makeClass("OrdersModule")
    add(alloc, "alloc", to: above)
    for name in ["init", "release"] { add(own, name, to: type) }
    let shutDown: Word0 = { _, _ in note([]) ? 1 : 0 }
    add(shutDown, "shutDown", to: type)
    let launch = Code.asks1 { _, _, _ in true }
    _ = Classes.add(launch.word, "launch:", encoding: "", to: type)
    let completing = Code.tells1 { _, _, block in number(block, 0) }
    _ = Classes.add(completing.word, "launchWithCompletionHandler:", encoding: "", to: type)
    for row in ObjectiveCMethod.ofSystem.map(\.row) {
      guard let shape = MethodShape(encoding: row.encoding),
        let code = handlers[row.method] ?? plain[shape]
      else { continue }
      _ = Classes.add(code.word, row.selector, encoding: row.encoding, to: type)
    }
    Classes.become(type, at: address)
    add(shared, "sharedApplication", to: makeClass("UIApplication").above)
    return type
  }()

  /// A class that fails to launch, in both ways, and gets a context.
  static let failing: UInt = {
    typealias Word0 = @convention(c) (UInt, UInt) -> UInt
    let alloc: Word0 = { _, _ in MainActor.assumeIsolated { failingAddress } }
    let (type, above) = makeClass("FailingModule")
    _ = Classes.add(unsafeBitCast(alloc, to: UInt.self), "alloc", encoding: "", to: above)
    let create = Code.word1 { receiver, _, context in context == 0 ? 0 : receiver }
    _ = Classes.add(create.word, "initWithContext:", encoding: "", to: type)
    let launch = Code.asks1 { _, _, _ in false }
    _ = Classes.add(launch.word, "launch:", encoding: "", to: type)
    let completing = Code.tells1 { receiver, _, block in number(block, receiver) }
    _ = Classes.add(completing.word, "launchWithCompletionHandler:", encoding: "", to: type)
    Classes.become(type, at: failingAddress)
    return type
  }()
  private static let failingObject = UIResponder()
  private static var failingAddress: UInt {
    UInt(bitPattern: Unmanaged.passUnretained(failingObject).toOpaque())
  }

  /// A class with a method that isn't called, and one with other types.
  static let deaf: UInt = {
    let type = makeClass("DeafModule").type
    _ = Classes.add(1, DelegateMethod.handlerForIntent.selector, encoding: "", to: type)
    _ = Classes.add(1, DelegateMethod.openURL.selector, encoding: "v24@0:8@16", to: type)
    return type
  }()

  /// The arguments of the calls since the last question, as objects.
  static func taken() -> [[AnyObject?]] {
    defer { words = [] }
    return words.map {
      $0.map { word in
        UnsafeRawPointer(bitPattern: word).map {
          Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
        }
      }
    }
  }
}

extension AppDelegateTests {
  /// A class that stands for a module in Objective-C, and hears of each method of the table.
  @MainActor
  @Suite(.serialized) struct ObjectiveCModules {
    final class PlainDelegate: UIResponder, UIApplicationDelegate {}

    /// The manifest of a class, from a description that stays.
    private static func manifest(
      _ name: String, lane: gantry_lane = GantryDefaultLane
    )
      -> ModuleManifest
    {
      let given = UnsafeMutablePointer<gantry_description>.allocate(capacity: 1)
      given.initialize(
        to: gantry_description(
          size: UInt32(MemoryLayout<gantry_description>.size), form: 4,
          name: UnsafePointer(strdup(name)), target: nil,
          location: UnsafePointer(strdup("Shop/Orders.m")), line: 12, reserved: 0, body: nil,
          stage: GantryBeforeReady, lane: lane, priority: 10, milliseconds: 0,
          essential: false, once: false, external: false, require: nil, want: nil, after: nil,
          before: nil, requiredBy: nil, wantedBy: nil, enabled: nil,
          backgroundTask: nil))
      return CFunction.manifest(at: UnsafeRawPointer(given)) {
        ObjectiveCModule.manifest($0, ObjectiveCSystem.shared)
      }
    }

    let host: AppHost
    let system = UIApplication()
    let scene = UIWindowScene(UISceneSession("main"))
    var events: EventBus { host.application.events }

    init() async {
      _ = Calls.made
      Calls.system = UInt(bitPattern: Unmanaged.passUnretained(system).toOpaque())
      Calls.answers = true
      let manifest = Self.manifest("OrdersModule")
      host = AppHost(
        Application(modules: []) { $0.add(manifest) }, options: AppHostOptions(launch: .concurrent))
      system.connectedScenes = [scene]
      _ = host.launch(nil, in: system)
      await host.idle()
      _ = Calls.taken()
    }

    @Test func `the class launches, and has every method of the table`() throws {
      #expect(host.application.check().isEmpty)
      let rows = Set(ObjectiveCMethod.ofSystem.map(\.row.method))
      let found = rows.filter { Classes.method($0.selector, of: Calls.made) != nil }
      #expect(found == rows)
      let report = try #require(host.application.report)
      #expect(report.task(named: "Orders.launch")?.outcome == .succeeded)
      #expect(report.task(named: "Orders.launchWithCompletionHandler")?.outcome == .succeeded)
    }

    @Test func `events become calls with the objects of the delegate's method`() throws {
      let url = URL.of("shop://order/1")
      #expect(events.send(OpenURL(url: url, sourceApplication: "mail", opensInPlace: true)))
      let opened = try #require(Calls.taken().first)
      #expect(opened[0] === system)
      #expect(opened[1] as? URL == url)
      let options = opened[2] as? [UIApplication.OpenURLOptionsKey: Any]
      #expect(options?[.sourceApplication] as? String == "mail")
      #expect(options?[.openInPlace] as? Bool == true)
      Calls.answers = false
      #expect(!events.send(OpenURL(url: url)))
      #expect(!events.send(WillContinueActivity(activityType: "reading")))
      #expect(!events.send(ShouldAllowExtensionPoint(identifier: "keyboard")))
      events.send(DidFailToContinueActivity(activityType: "reading", error: CancellationError()))
      #expect(
        Calls.taken().dropFirst().map { $0[1] as? String } == ["reading", "keyboard", "reading"])
      let activity = UserActivity(type: "reading", title: "Tea")
      #expect(!events.send(ContinueActivity(activity: activity)))
      events.send(DidUpdateActivity(activity: activity))
      #expect(Calls.taken().map { ($0[1] as? NSUserActivity)?.title } == ["Tea", "Tea"])
      #expect(!events.send(WillFinishLaunching(url: url)))
      let launched = Calls.taken().first?[1] as? [UIApplication.LaunchOptionsKey: Any]
      #expect(launched?[.url] as? URL == url)
      events.send(DidRegisterForRemoteNotifications(deviceToken: Data([1])))
      events.send(DidFailToRegisterForRemoteNotifications(error: CancellationError()))
      let registered = Calls.taken()
      #expect(registered.first?[1] as? Data == Data([1]))
      #expect(registered.last?[1] is CancellationError)
    }

    @Test func `changes of state come with the app or the scene`() {
      events.send(DidEnterBackground())
      events.send(SceneDidBecomeActive(scene: "main"))
      events.send(SceneDidBecomeActive(scene: "other"))
      let calls = Calls.taken()
      #expect(calls.map(\.count) == [1, 1])
      #expect(calls.first?[0] === system)
      #expect(calls.last?[0] === scene)
    }

    @Test func `orientations are those that the app's and the scene's method both allow`() {
      #expect(events.send(SupportedOrientations(scene: "main")) == .portrait)
      #expect(events.send(SupportedOrientations(scene: nil)) == [.portrait, .landscapeLeft])
    }

    @Test func `a completion handler of the module answers the system's`() async throws {
      let delegate = PlainDelegate()
      let attachment = try host.attach(to: delegate)
      let messages = Messages(delegate)
      let app = messages.word(system)
      var heard: [String] = []
      let fetched = messages.block(number: { heard.append("\($0)") })
      messages.send(.performFetch, [app, fetched])
      messages.send(.didReceivePush, [app, messages.word(["aps": 1]), fetched])
      let item = UIApplicationShortcutItem(type: "new", title: "New", userInfo: ["id": "1"])
      messages.send(
        .performQuickAction,
        [app, messages.word(item), messages.block(flag: { heard.append("\($0)") })])
      messages.send(
        .handleBackgroundURLSession,
        [app, messages.word("photos"), messages.block { heard.append("ended") }])
      await waits { heard.count == 4 }
      #expect(heard.sorted() == ["0", "0", "ended", "true"])
      let calls = Calls.taken()
      #expect(calls.count == 4)
      let given = calls.compactMap { $0.last as? UIApplicationShortcutItem }
      #expect(given.count == 1 && given[0] === item)
      #expect(given.first?.userInfo?["id"] as? String == "1")
      attachment.detach()
      host.sessions = [:]
    }

    @Test func `notifications come with the system's objects`() async throws {
      let center = UNUserNotificationCenter.current()
      let delegate = UserNotificationDelegate(host)
      let notification = UNNotification("1", UNNotificationContent(title: "Tea"))
      var shown: [UNNotificationPresentationOptions] = []
      delegate.userNotificationCenter(center, willPresent: notification) { shown.append($0) }
      await waits { shown.count == 1 }
      #expect(shown == [.sound])
      var ended = 0
      let response = UNNotificationResponse(notification, action: "open")
      delegate.userNotificationCenter(center, didReceive: response) { ended += 1 }
      await waits { ended == 1 }
      delegate.userNotificationCenter(center, openSettingsFor: notification)
      let calls = Calls.taken()
      #expect(calls.map { $0[0] === center } == [true, true, true])
      #expect(calls[0][1] === notification)
      #expect(calls[1][1] === response)
      #expect(calls[2][1] === notification)
      let other = UserNotification(id: "2", title: "Coffee", body: "", category: nil, payload: nil)
      #expect(events.send(WillPresentNotification(notification: other)) == [])
      #expect(Calls.taken().isEmpty)
    }

    @Test func `the class is told of the stop`() async {
      _ = await host.application.stop()
      #expect(Calls.taken().map(\.count) == [0])
    }

    @Test(arguments: [GantryMain, GantryBackground]) func `launches that fail give their reasons`(
      lane: gantry_lane
    ) async throws {
      _ = Calls.failing
      let manifest = Self.manifest("FailingModule", lane: lane)
      let application = Application(modules: []) { $0.add(manifest) }
      try await application.start()
      let report = try #require(application.report)
      let tasks: [ModuleName] = ["Failing.launch", "Failing.launchWithCompletionHandler"]
      for task in tasks {
        #expect(report.task(named: task)?.outcome == .failed(message: "no reason given"))
      }
    }

    @Test func `a class that isn't there, or is deaf to a method, is a fault`() {
      _ = Calls.deaf
      let manifests = [Self.manifest("MissingModule"), Self.manifest("DeafModule")]
      let application = Application(modules: []) { builder in manifests.forEach { builder.add($0) }
      }
      let faults = application.check().map { "\($0)" }
      #expect(faults.count == 3)
      for text in [
        "Missing (Shop/Orders.m:12) is the class MissingModule, which no linked library has.",
        "implements application:handlerForIntent:, which isn't called on modules",
        "implements application:openURL:options: with other types than the system",
      ] {
        #expect(faults.contains { $0.contains(text) })
      }
    }
  }
}
