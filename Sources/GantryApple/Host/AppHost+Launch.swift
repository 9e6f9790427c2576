// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GantryCore
package import GantryEvents
internal import Logging
internal import GantrySupport

/// The phase of a host's launch.
enum LaunchPhase {
  case idle
  /// The launch has begun, with this answer to the system.
  case begun(isAccepted: Bool)
}

/// Whether every module that has answered so far accepts the launch.
private final class LaunchAnswer: Sendable {
  private let answer = Atomic(true)
  var isAccepted: Bool { answer.load(ordering: .acquiring) }
  func add(_ next: Bool) { if !next { answer.store(false, ordering: .releasing) } }
}

extension AppHost {
  /// The warning for an app whose modules handle remote notifications that no delegate method
  /// brings.
  static let unlinkedPush = """
    a module hears remote notifications, but the app's delegate has no method for them. Link \
    GantryApplePush, or implement the methods in your delegate.
    """

  /// Launches the modules as the options say; a second call returns the answer known by then.
  ///
  /// It belongs into the system's last call of the launch. A launch that ``beginLaunch(_:)`` has
  /// begun continues here.
  ///
  /// - Parameter facts: The launch, as the system describes it.
  /// - Returns: False if a module has refused the launch's URL before this call returns.
  package func launch(_ facts: LaunchFacts) -> Bool {
    begin(facts)
    waitForModules(isLast: true)
    showLoadingWindows()
    finishLaunching()
    guard case .begun(let isAccepted) = phase else { return true }
    return isAccepted
  }

  /// Notes that the system's launch has ended, and with it the last call of the launch.
  ///
  /// A delegate may have kept that call to itself: an override without `super`.
  package func systemFinishedLaunching() {
    systemHasLaunched = true
    if case .begun = phase, !hasFinishedLaunching {
      warn(
        """
        application(_:didFinishLaunchingWithOptions:) did not reach the host, which ends the launch \
        without it. Call super, or host.launch(_:in:).
        """)
      awaited = nil
      showLoadingWindows()
      finishLaunching()
    }
    takeLaterDelegate()
  }

  private func finishLaunching() {
    guard !hasFinishedLaunching else { return }
    hasFinishedLaunching = true
    finishLaunch?(self)
    finishLaunch = nil
  }

  /// Begins the launch before the system restores the app's state. ``launch(_:)`` ends it.
  ///
  /// - Parameter facts: The launch, as the system describes it.
  /// - Returns: False if a module has refused the launch's URL before this call returns.
  package func beginLaunch(_ facts: LaunchFacts) -> Bool {
    begin(facts)
    waitForModules(isLast: false)
    showLoadingWindows()
    guard case .begun(let isAccepted) = phase else { return true }
    return isAccepted
  }

  private func begin(_ facts: LaunchFacts) {
    guard case .idle = phase else { return }
    phase = .begun(isAccepted: true)
    let source = facts.source(in: surroundings.environment)
    guard startsModules(for: source) else {
      notificationCenter = nil
      whenFinishedLaunching { $0.endLaunch(isReady: false) }
      return
    }
    var known = application.launchOptions
    known.source = source
    known.url = facts.url
    known.notification = facts.notification
    known.quickAction = facts.quickAction
    application.replaceLaunchOptions(with: known)
    if answers.kit == .uiKit { surroundings.bundle.warnings(answers.isHandled).forEach(warn) }
    for fault in check() { warn("\(fault)") }
    // The system asked the delegate for its methods when it was set, perhaps before the host
    // attached to it.
    if !attached.isEmpty { resetDelegate?() }
    takeNotifications()
    registerTasks()
    if facts.isProtectedDataAvailable { application.reach(.protectedDataAvailable) }
    isLaunching = true
    let launch = Task { await run(facts) }
    begin { await launch.value }
    if case .blocking = options.launch { awaited = launch }
  }

  /// Whether the host launches the modules of an app with this launch source.
  func startsModules(for source: LaunchSource) -> Bool {
    source != .test && source != .preview || options.alsoStartsFor.contains(source)
  }

  /// Waits for the modules of a blocking launch, once. If the main thread can't wait in the first
  /// of the system's calls, the last one tries again.
  private func waitForModules(isLast: Bool) {
    guard case .blocking(let limit) = options.launch, let launch = awaited else { return }
    let outcome = surroundings.wait(limit) { await launch.value }
    guard isLast || outcome != .impossible else { return }
    awaited = nil
    switch outcome {
    case .done: break
    case .timeIsUp:
      noteEndOfBlocking(
        "the launch blocked the main thread for \(limit.text), its limit, and continues without blocking"
      )
    case .impossible:
      noteEndOfBlocking(
        "the launch continues without blocking: \(ApplicationError.notBlockable)")
    }
  }

  private func noteEndOfBlocking(_ text: String) {
    notes.append(text)
    warn(text)
  }

  /// Runs a closure once the modules have launched or failed to; at once if they already have.
  package func whenLaunched(_ body: @escaping @MainActor () -> Void) {
    if isLaunchOver { body() } else { afterLaunch.append(body) }
  }

  /// Runs a closure in the system's last call of the launch; at once if that has come.
  private func whenFinishedLaunching(_ body: @escaping @MainActor (AppHost) -> Void) {
    if hasFinishedLaunching { body(self) } else { finishLaunch = body }
  }

  private func endLaunch(isReady: Bool) {
    isLaunchOver = true
    let bodies = afterLaunch
    afterLaunch = []
    // They make the windows, which come before the items that the system has handed over.
    for body in bodies { body() }
    deliver(items.endLaunch(isReady: isReady))
  }

  private func run(_ facts: LaunchFacts) async {
    let (answer, access) = (LaunchAnswer(), facts.system.beginAccess())
    // Modules hear the event as they are created. Those created after ready are too late to answer.
    let early = Reply<Bool>(
      .all, deadline: options.replyDeadline, clock: application.clock, completion: answer.add)
    let isReady = await start(facts, early)
    isLaunching = false
    early.expire()
    phase = .begun(isAccepted: answer.isAccepted)
    whenFinishedLaunching { host in
      if isReady {
        var event = DidFinishLaunching(url: facts.url)
        event.system = facts.system
        let (isAccepted, later) = host.events.ask(event)
        later.keep(access)
        answer.add(isAccepted)
        host.refresh()
      }
      host.phase = .begun(isAccepted: answer.isAccepted)
      host.endLaunch(isReady: isReady)
    }
  }

  /// Starts the application, and returns whether it is ready.
  private func start(_ facts: LaunchFacts, _ early: Reply<Bool>) async -> Bool {
    do throws(ApplicationError) {
      try await application.start { events in
        var event = WillFinishLaunching(url: facts.url)
        event.system = facts.system
        events.send(event, answering: early)
      }
    } catch {
      failure = error
      application.logger.error("\(error)")
      return false
    }
    if hasScenes, facts.url == nil {
      notes.append(
        """
        the launch source does not include a URL or a quick action, which scenes receive later, or \
        a background fetch or task
        """)
    }
    notes.forEach(application.note)
    return true
  }

  /// Stops the modules within the time that the system gives a terminating app.
  package func terminate() {
    let limit = Duration.seconds(4)
    events.send(WillTerminate())
    let stopping = Task { [application] in _ = await application.stop(within: limit) }
    begin { await stopping.value }
    if case .impossible = surroundings.wait(limit, { await stopping.value }) {
      application.logger.error(
        """
        the app ends before its modules have stopped: terminate(_:) was called in a task or in a \
        block of the main queue, which occupies the main actor. Call it in \
        RunLoop.main.perform { … }
        """)
    }
  }
}

/// A launch, as the system describes it.
package struct LaunchFacts: Sendable {
  /// The URL, in an app without scenes; a separate call opens it.
  package var url: URL?
  /// The payload of the notification that started the app, as JSON.
  package var notification: Data?
  /// The quick action that started the app, in an app without scenes.
  package var quickAction: PerformQuickAction?
  /// Why the system has started the app in the background; nil if it isn't known to have done so.
  package var background: LaunchSource?
  /// Whether protected files can be read; they are unreadable while the device is locked.
  package var isProtectedDataAvailable = true
  /// The launch options of the system.
  package var system = SystemReference()

  /// A launch by a person, without further details.
  package init() {}

  /// Why the app was started.
  package func source(in environment: [String: String]) -> LaunchSource {
    if environment["XCTestConfigurationFilePath"] != nil { return .test }
    if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return .preview }
    if notification != nil { return .push }
    if url != nil { return .url }
    if quickAction != nil { return .quickAction }
    if let background, background != .background { return background }
    // Last, since the variable stays when the system goes on with the process for another reason.
    return environment["ActivePrewarm"] == "1" ? .prewarm : background ?? .user
  }
}
