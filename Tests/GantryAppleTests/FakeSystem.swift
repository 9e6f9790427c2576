// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Gantry
@testable import GantryApple
import GantryEvents
import GantryTesting
import GantrySupport

/// A system without devices: notifications that tests post, and a clock that they move.
@MainActor
final class FakeSystem {
  nonisolated static let queueKey = DispatchSpecificKey<Bool>()

  let center = NotificationCenter()
  let test: TestApplication
  let host: AppHost
  let sent = SentEvents()
  /// The limits of the waits of the main thread, in seconds.
  let waits = Journal()
  /// The warnings that the host has logged.
  let warnings = Journal()
  private var tokens: [EventSubscription] = []

  var events: EventBus { test.application.events }

  init(
    _ modules: [any Module.Type] = [],
    options: AppHostOptions = AppHostOptions(launch: .concurrent),
    environment: [String: String] = [:], bundle: BundleFacts = BundleFacts(), version: Int = 18,
    kit: DelegateKit = .uiKit,
    waiting wait: HostSurroundings.Wait = .timeIsUp, serving servesMain: Bool = true,
    schemes: RouteSchemes = .none,
    launchOptions: LaunchOptions = .test,
    adding build: (inout ApplicationBuilder) -> Void = { _ in }
  ) {
    DispatchQueue.main.setSpecific(key: Self.queueKey, value: true)
    test = TestApplication(
      modules: ModuleSelection(modules), schemes: schemes, launchOptions: launchOptions,
      adding: build)
    var surroundings = HostSurroundings(
      center: center, environment: environment, bundle: bundle, systemVersion: version,
      isOnMain: { DispatchQueue.getSpecific(key: Self.queueKey) == true },
      wait: { [waits] limit, _ in
        waits.add("\(limit.components.seconds)")
        return wait
      })
    surroundings.kit = kit
    surroundings.onWarning = { [warnings] in warnings.add($0) }
    surroundings.servesMain = { servesMain }
    host = AppHost(test.application, options: options, surroundings: surroundings)
    keep(events.observeAll { [sent] in sent.add($0) })
    host.observe(Self.notifications)
  }

  static let notifications = StateNotifications(
    app: Dictionary(uniqueKeysWithValues: AppChange.allCases.map { (name(of: $0), $0) }),
    scene: Dictionary(uniqueKeysWithValues: SceneChange.allCases.map { (name(of: $0), $0) }),
    sceneOf: { notification in
      guard let scene = notification.object as? SceneFacts else { return nil }
      return { scene }
    })

  nonisolated static func name(of change: some Sendable) -> Notification.Name {
    Notification.Name("\(type(of: change)).\(change)")
  }

  func post(_ change: AppChange) { center.post(name: Self.name(of: change), object: nil) }

  func post(_ change: SceneChange, _ scene: SceneFacts) {
    center.post(name: Self.name(of: change), object: scene)
  }

  func keep(_ token: EventSubscription) { tokens.append(token) }

  /// Launches the modules and waits for the end of the launch.
  @discardableResult
  func launch(_ facts: LaunchFacts = LaunchFacts()) async -> Bool {
    let answer = host.launch(facts)
    await host.idle()
    return answer
  }
}

/// The names of lifecycle events in the order sent.
final class SentEvents: Sendable {
  private let all = Mutex<[AnySentEvent]>([])

  func add(_ event: AnySentEvent) {
    if event.isLifecycle { all.withLock { $0.append(event) } }
  }

  var names: [String] { all.withLock { $0.map(\.name) } }

  func of<E: LifecycleEvent>(_ type: E.Type) -> [E] {
    all.withLock { $0.compactMap { $0.event as? E } }
  }
}

/// The recorded lines, in order.
final class Journal: Sendable {
  private let entries = Mutex<[String]>([])
  var lines: [String] { entries.withLock(\.self) }
  func add(_ line: String) { entries.withLock { $0.append(line) } }
}

extension URL {
  /// A URL from a literal in a test.
  static func of(_ text: StaticString) -> URL { URL(string: "\(text)")! }
}

extension EventBus {
  /// Listens without being a module.
  func hear<E: LifecycleEvent>(
    _ event: E.Type, as name: ModuleName = "listener",
    _ body: @escaping @MainActor @Sendable (E) -> Void = { _ in }
  ) -> EventSubscription { observe(event, as: name, body: body) }

  /// Answers without being a module.
  func answer<E: LifecycleEvent>(
    _ event: E.Type, as name: ModuleName = "listener",
    _ body: @escaping @MainActor @Sendable (E) -> E.Response?
  ) -> EventSubscription { observe(answering: event, as: name, body: body) }
}
