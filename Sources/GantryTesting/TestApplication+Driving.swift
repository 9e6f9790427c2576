// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension TestApplication {
  /// Starts the modules, and returns when they are ready; earlier recordings are forgotten.
  ///
  /// - Returns: The report at ready.
  /// - Throws: ``TestApplicationError``: everything that is required and was not given, a task name
  ///   that is in no plan, or why the application did not start.
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

  /// Stops the modules in reverse launch order; the host may be started again.
  ///
  /// - Returns: How each module was stopped.
  @discardableResult
  public func stop() async -> ShutdownReport { await application.stop() }

  /// Finds the objects of stopped or switched-off modules that are still alive.
  ///
  /// Objects that are being released have a moment to go. A module that the test itself holds is
  /// found, too; its stubs are not, since the test gave them and may start the modules again.
  ///
  /// ```swift
  /// await host.stop()
  /// #expect(await host.leaks() == [])
  /// ```
  ///
  /// - Returns: The modules, the services that they provided and the handlers of their typed routes,
  ///   last launched first; empty when all are gone.
  public func leaks() async -> [ModuleLeak] {
    // Objects held by a job go a moment after its end, on another thread.
    for _ in 0..<10_000 where !leaking.isEmpty { await Task.yield() }
    return leaking
  }

  private var leaking: [ModuleLeak] {
    application.leaking.filter { !stubNames.contains($0.module) }
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

  /// Sends an event, and returns when it and all the events that it set off are handled.
  ///
  /// A handler that waits for the test clock holds this up: then say `application.events.send`,
  /// advance the clock, and ``waitUntilHandled()``.
  ///
  /// - Parameter event: The event.
  public func send<E: Event>(_ event: E) async {
    EventRecorder.$mark.withValue(EventRecorder.Mark()) { application.events.send(event) }
    await waitUntilHandled()
  }

  /// Sends a lifecycle event, and returns when it and all the events that it set off are handled.
  ///
  /// - Parameter event: The event.
  /// - Returns: The merged answer.
  @discardableResult
  @MainActor
  public func send<E: LifecycleEvent>(_ event: E) async -> E.Response {
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
    guard let url = URL(string: text, encodingInvalidCharacters: false) else {
      throw .notAURL(text)
    }
    return await open(url)
  }

  /// Moves the clock, and returns when every event that was accepted has been handled.
  ///
  /// Launch tasks that wake go on by themselves; ``waitUntilIdle()`` waits for them.
  ///
  /// - Parameter duration: How far.
  public func advance(by duration: Duration) async {
    clock.advance(by: duration)
    await waitUntilHandled()
  }

  /// Returns when every event that was accepted has been handled.
  public func waitUntilHandled() async { await application.events.waitUntilIdle() }

  /// Waits until all tasks have ended but those that need a milestone or a demand.
  ///
  /// - Returns: The report of the launch; nil when the host is not running.
  @discardableResult
  public func waitUntilIdle() async -> LaunchReport? { await application.waitUntilIdle() }

  /// Sends the events of an earlier test run again, in the same order and at the same times.
  ///
  /// Events that modules sent are left out: modules send them again by themselves. The clock is
  /// moved to the time of each event.
  ///
  /// - Parameter trace: The recording of another host, or of this one in an earlier run.
  public func replay(_ trace: EventTrace) async {
    for entry in trace.entries where entry.origin == .test {
      let wait = entry.time - (clock.now.offset - recorder.start)
      if wait > .zero { await advance(by: wait) }
      if entry.isOpening, let event = entry.event as? OpenURL {
        _ = await open(event)
      } else if let event = entry.event as? any Event {
        await send(event)
      } else if let event = entry.event as? any LifecycleEvent {
        await send(replayed: event)
      }
    }
  }

  private func send(replayed event: some LifecycleEvent) async { _ = await send(event) }
}

extension TestApplication {
  /// The events of one type that modules have sent since the last start, in the order sent.
  ///
  /// Events that the test itself sent are not among them; ``trace`` has both.
  ///
  /// - Parameter type: The event's type.
  public func sent<E: Event>(_ type: E.Type) -> [E] {
    recorder.trace.events(type, from: .application)
  }

  /// Every event that was sent since the last start, by the test and by modules.
  public var trace: EventTrace { recorder.trace }

  /// The errors that handlers have thrown since the last start, in the order thrown.
  public var handlerFailures: [HandlerFailure] { recorder.failures }

  /// The module of a type, to look into.
  ///
  /// - Parameter type: The module's type.
  /// - Returns: Nil when it does not exist now: skipped, failed, or not running.
  public func module<M: Module>(_ type: M.Type) -> M? { application.module(type) }

  /// The plan of the launch, without starting anything.
  ///
  /// - Throws: `ApplicationError.faults(_:)` with everything that is wrong.
  public var plan: LaunchPlan {
    get throws(ApplicationError) { try application.plan() }
  }

  /// The report of the launch as it stands, or of the last one; nil before the first.
  public var report: LaunchReport? { application.report }

  /// How a module or task ended.
  ///
  /// - Parameter name: A module, or a task as `Module.function`.
  /// - Returns: Nil while it has not, and for a name that is in no plan.
  public func outcome(of name: ModuleName) -> LaunchOutcome? {
    report?.task(named: name.rawValue)?.outcome
  }

  /// Answers "why did it not start?", as `Application.explain(_:)` does.
  ///
  /// - Parameter name: A module or a task.
  public func explain(_ name: ModuleName) -> Explanation { application.explain(name) }
}

extension LaunchOptions {
  /// A launch by a test: no arguments, and an empty environment.
  public static var test: LaunchOptions {
    LaunchOptions(source: .test, arguments: [], environment: [:])
  }

  /// A launch by a test in a random legal order; the report of a launch that fails has the seed.
  ///
  /// Nothing is delayed, since the test clock stands still.
  ///
  /// - Parameter seed: The seed; the same one gives the same order.
  public static func test(shuffle seed: UInt64) -> LaunchOptions {
    LaunchOptions(
      source: .test, arguments: [], environment: [:],
      shuffle: LaunchShuffle(seed: seed, longestDelay: .zero))
  }
}
