// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import GantryEvents
public import GantryLaunch
internal import GantrySupport

extension TestApplication {
  /// Starts the modules, and returns when they are ready. Earlier recordings are discarded.
  ///
  /// - Returns: The report at ready.
  /// - Throws: ``TestApplicationError``, which lists all missing dependencies, names a task that
  ///   isn't in the plan, or says why the application did not start.
  @discardableResult
  public func start() async throws(TestApplicationError) -> LaunchReport {
    try await check()
    recorder.begin()
    do {
      return try await application.start()
    } catch {
      throw .application(error)
    }
  }

  /// Stops the modules in reverse launch order. You can start the host again.
  ///
  /// - Returns: A report on how each module stopped.
  @discardableResult
  public func stop() async -> ShutdownReport { await application.stop() }

  /// Finds objects of stopped or switched-off modules that are still alive.
  ///
  /// Objects that are being released get a moment to go away. A module that the test itself holds
  /// also counts as a leak. Stubs don't, since the test provided them and may start the modules
  /// again.
  ///
  /// ```swift
  /// await host.stop()
  /// #expect(await host.leaks() == [])
  /// ```
  ///
  /// - Returns: A line for each module, each service that they provided, and each handler of their
  ///   typed routes, last launched first: `the module Orders (OrdersModule)`; empty if all are gone.
  public func leaks() async -> [String] {
    // Objects held by a job are released a moment after it ends, on another thread.
    for _ in 0..<10_000 where !leaking.isEmpty { await Task.yield() }
    return leaking
  }

  private var leaking: [String] {
    application.leaking.filter { !stubNames.contains($0.module) }.map(\.description)
  }

  /// Stops the modules and starts new ones of the same types.
  ///
  /// - Returns: The report at ready.
  /// - Throws: ``TestApplicationError``, as ``start()`` does.
  @discardableResult
  public func restart() async throws(TestApplicationError) -> LaunchReport {
    await stop()
    return try await start()
  }

  /// Sends an event, and returns when it and all events that it triggers have been handled.
  ///
  /// A handler that waits for the test clock would block this call. In that case, call
  /// `application.events.send`, advance the clock, and call ``waitUntilHandled()``.
  ///
  /// - Parameter event: The event.
  public func send<EventType: Event>(_ event: EventType) async {
    EventRecorder.$mark.withValue(EventRecorder.Mark()) { application.events.send(event) }
    await waitUntilHandled()
  }

  /// Sends a lifecycle event, and returns when it and all events that it triggers have been
  /// handled.
  ///
  /// - Parameter event: The event.
  /// - Returns: The merged answer.
  @discardableResult
  @MainActor
  public func send<EventType: LifecycleEvent>(_ event: EventType) async -> EventType.Response {
    let answer = EventRecorder.$mark.withValue(EventRecorder.Mark()) {
      application.events.send(event)
    }
    await waitUntilHandled()
    return answer
  }

  /// Opens a URL, as a host does on request.
  ///
  /// - Parameter url: The URL.
  /// - Returns: Whether a module has handled it, or a route has answered.
  @discardableResult
  public func open(_ url: URL) async -> Bool { await open(OpenURL(url: url)) }

  private func open(_ event: OpenURL) async -> Bool {
    let isHandled = await EventRecorder.$mark.withValue(EventRecorder.Mark(isOpening: true)) {
      do throws(RouteError) {
        try await application.open(event)
        return true
      } catch {
        return false
      }
    }
    await waitUntilHandled()
    return isHandled
  }

  /// Opens a URL, as a host does on request.
  ///
  /// - Parameter text: The URL, with special characters percent-encoded.
  /// - Returns: Whether a module has handled it, or a route has answered.
  /// - Throws: ``TestApplicationError/notAURL(_:)``.
  @discardableResult
  public func open(_ text: String) async throws(TestApplicationError) -> Bool {
    guard let url = URL(strict: text) else {
      throw .notAURL(text)
    }
    return await open(url)
  }

  /// Advances the clock, and returns when all accepted events have been handled.
  ///
  /// Launch tasks that wake up continue on their own; ``waitUntilIdle()`` waits for them.
  ///
  /// - Parameter duration: The time to advance by.
  public func advance(by duration: Duration) async {
    clock.advance(by: duration)
    await waitUntilHandled()
  }

  /// Waits until all accepted events have been handled.
  public func waitUntilHandled() async { await application.events.waitUntilHandled() }

  /// Waits until all tasks have ended, except those that need a milestone or a demand.
  ///
  /// - Returns: The report of the launch; nil if the host isn't running.
  @discardableResult
  public func waitUntilIdle() async -> LaunchReport? { await application.waitUntilIdle() }

  /// Replays the events of an earlier run in the same order and at the same times.
  ///
  /// Only events that the test sent through its host are sent again, since modules send theirs
  /// themselves. The clock advances to the time of each event.
  ///
  /// - Parameter trace: The trace of another host, or of an earlier run of this one.
  public func replay(_ trace: EventTrace) async {
    for entry in trace.entries where entry.origin == .test {
      let wait = entry.time - (clock.now.offset - recorder.start)
      if wait > .zero { await advance(by: wait) }
      if entry.isOpening, let event = entry.event as? OpenURL {
        _ = await open(event)
      } else if let event = entry.event as? any Event {
        await send(event)
      } else if let event = entry.event as? any SystemDelivered {
        await send(replayed: event.withoutObject)
      } else if let event = entry.event as? any LifecycleEvent {
        await send(replayed: event)
      }
    }
  }

  private func send(replayed event: some LifecycleEvent) async { _ = await send(event) }
}

extension TestApplication {
  /// Returns the events of one type that modules have sent since the last start, in the order sent.
  ///
  /// Events that the test sent through this host are not included, but those that it sent with
  /// `application.events` are; ``trace`` has all.
  ///
  /// - Parameter type: The event's type.
  public func sent<EventType: Event>(_ type: EventType.Type) -> [EventType] {
    recorder.trace.entries.filter { $0.origin == .application }.compactMap {
      $0.event as? EventType
    }
  }

  /// All events sent since the last start, by the test and by modules.
  public var trace: EventTrace { recorder.trace }

  /// The errors that handlers have thrown since the last start, in the order thrown.
  public var handlerFailures: [HandlerFailure] { recorder.failures }

  /// Returns the module of a type, for a test to inspect.
  ///
  /// - Parameter type: The module's type.
  /// - Returns: The module; nil if it was skipped, has failed, or isn't running.
  public func module<ModuleType: Module>(_ type: ModuleType.Type) -> ModuleType? {
    application.module(type)
  }

  /// The plan of the launch, without starting anything.
  ///
  /// - Throws: `ApplicationError.faults(_:)` with all faults.
  public var plan: LaunchPlan {
    get throws(ApplicationError) { try application.plan() }
  }

  /// The report of the current or last launch; nil where that of `Application` is.
  public var report: LaunchReport? { application.report }

  /// Returns the outcome of a module or task.
  ///
  /// - Parameter name: The name of a module, or of a task as `Module.function`.
  /// - Returns: The outcome; nil if there is none yet, or if the name isn't in the plan.
  public func outcome(of name: ModuleName) -> LaunchOutcome? {
    report?.task(named: name)?.outcome
  }

  /// Explains why a module or task did not start, as `Application.explain(_:)` does.
  ///
  /// - Parameter name: The name of a module or a task.
  public func explain(_ name: ModuleName) -> Explanation { application.explain(name) }
}

extension LaunchOptions {
  /// Options for a launch by a test: no arguments and an empty environment.
  public static var test: LaunchOptions {
    LaunchOptions(source: .test, arguments: [], environment: [:])
  }

  /// Returns options for a test launch in a random legal order. The report of a failed launch has
  /// the seed.
  ///
  /// Tasks are not delayed, since the test clock stands still.
  ///
  /// - Parameter seed: The seed; the same seed gives the same order.
  public static func test(shuffle seed: UInt64) -> LaunchOptions {
    var options = test
    options.shuffle = seed
    options.longestShuffleDelay = .zero
    return options
  }
}
