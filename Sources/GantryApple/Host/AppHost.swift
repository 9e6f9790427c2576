// SPDX-License-Identifier: Apache-2.0

public import GantryCore
internal import GantryEvents
public import GantrySupport
internal import GantryRouting
internal import Logging
#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import UIKit
#endif

/// Runs an application on an Apple system: its launch, state and scenes, and the system's
/// questions.
///
/// Changes of state come from the notifications that the system posts in every kind of app.
/// Delegate methods bring only questions, and data such as URLs. So modules hear each event once,
/// whatever the number of scenes. It doesn't matter whether you subclass the host's delegate, use
/// SwiftUI, or attach the host to a delegate that you have.
///
/// ```swift
/// let host = AppHost(Application(schemes: ["shop"]))
/// ```
@MainActor
public final class AppHost {
  /// The most recently made host that still exists.
  ///
  /// The system makes scene delegates by the name of their class, so they have no other way to find
  /// it.
  public private(set) static weak var current: AppHost?
  /// All hosts that still exist.
  private static var all: [() -> AppHost?] = []

  /// The application that the host runs.
  public nonisolated let application: Application
  /// The application's events. It is a separate property, since `application.events` retains the
  /// bus in each delegate method, which took a third of the method's time.
  nonisolated let events: EventBus
  /// How the host launches, and how long it waits.
  package nonisolated let options: AppHostOptions
  /// The methods that the delegates respond to.
  package nonisolated let answers: MethodAnswers
  /// Why the modules did not launch; nil if nothing went wrong.
  public internal(set) var failure: ApplicationError?
  /// The user-notification center, if there is one.
  package var notificationCenter: (any UserNotificationCenter)?
  /// The host's delegate of that center, which does not retain it.
  var notificationDelegate: AnyObject?
  /// The center's delegate when the host last looked.
  weak var knownNotificationDelegate: AnyObject?
  /// Registers the handler of a background task; nil if the system has no such tasks.
  package var registerTask: (@MainActor (String, @escaping BackgroundTask.Handler) -> Bool)?
  /// Removes the delegates of the app and its scenes and sets them again, so that the system asks
  /// for their methods. Nil if there is no system.
  package var resetDelegate: (@MainActor () -> Void)?

  /// The orientations of Info.plist, as the raw value of the system's set; nil if the system
  /// doesn't tell them.
  var declaredOrientations: (@MainActor () -> UInt)?

  /// Whether the main actor is served while the system waits for an answer; tests can replace it.
  package var servesMain: @MainActor () -> Bool

  /// Called with each page that couldn't be shown, and why, if no caller waits for it.
  public var failedToShow: (@MainActor (PageRequest, NavigationError) -> Void)?
  #if canImport(UIKit) && !os(watchOS) && !os(tvOS)
    /// What the delegate of an app without scenes makes its window with.
    var windowOfApp: HostWindow.Source?
    /// Shows a page in the app's own way; nil, or the result false, leaves it to the navigator.
    public var showPage: (@MainActor (UIViewController, PageRequest, UIWindowScene) -> Bool)?
  #endif
  /// Shows the pages of routes.
  package private(set) lazy var navigator = HostNavigator(self)
  /// The navigator that a module of the app provides, or else the host's.
  package var appNavigator: any Navigator {
    application.services.resolveIfPresent((any Navigator).self) ?? navigator
  }

  nonisolated let surroundings: HostSurroundings
  var phase = LaunchPhase.idle
  /// The blocking launch that the system's calls have not waited for yet.
  var awaited: Task<Void, Never>?
  /// Whether the system's last call of the launch has come.
  var hasFinishedLaunching = false
  /// The part of the launch that waits for that call.
  var finishLaunch: (@MainActor (AppHost) -> Void)?
  /// Whether the modules are launching.
  var isLaunching = false
  /// Whether the modules have launched, or never will.
  var isLaunchOver = false
  var afterLaunch: [@MainActor () -> Void] = []
  /// Sentences for the report of the launch.
  var notes: [String] = []
  var scenes = ConnectedScenes()
  var openedURLs = OpenedURLs()
  /// What the system has handed over before the launch was over and the windows were there.
  var items = WaitingItems<SystemItem>()
  /// The items that are handed over now, in order.
  var dueItems: [WaitingItems<SystemItem>.Due] = []
  var isHandingOver = false
  /// What makes the windows, by scene; that of an app without scenes has no key.
  var windows: [SceneID?: any WindowMaker] = [:]
  var content = SceneContents()
  /// Whether the app has scenes.
  package var hasScenes: Bool
  /// Whether the windows are those of SwiftUI, whose views report that they have appeared.
  package var showsViews = false
  /// The pending completion handlers, by number.
  var handlers = CompletionHandlers()
  /// A background session whose handler may still be pending.
  struct OpenSession {
    /// Weak, since a reply retains the host. The reply lives until the handler has been called.
    weak let reply: Reply<Void>?
  }
  /// The replies of the background tasks that run, by number.
  var backgroundTasks: [Int: Reply<Bool>] = [:]
  var hasRegisteredTasks = false
  /// Whether the system's launch has ended, after which it takes no handlers of background tasks.
  var systemHasLaunched = false
  /// Asks the system for time in the background; nil if there is no system that gives some.
  package var requestBackgroundTime: BackgroundTimeRequest?
  var backgroundTime = BackgroundTime()
  /// The asynchronous handlers of events about the app's state that run.
  let running = RunningHandlers()
  /// The background sessions, by their identifiers.
  var sessions: [String: OpenSession] = [:]
  var observations: [EventSubscription] = []
  /// Whether the host attaches to the delegates of scenes that connect.
  var attachesToScenes = false
  /// The delegates that the host is attached to.
  var attached: [AttachedDelegate] = []
  /// The events that are also posted as notifications.
  private var publications: [EventSubscription] = []
  /// The time since the host was made, by the application's clock.
  let elapsed: () -> Duration
  /// The tasks that do work for the system, by number; each ends on its own.
  var work: [Int: Task<Void, Never>] = [:]
  private var told: Set<DelegateMethod> = []
  private var lastNumber = 0

  package init(
    _ application: Application, options: AppHostOptions, surroundings: HostSurroundings
  ) {
    self.application = application
    events = application.events
    self.options = options
    self.surroundings = surroundings
    servesMain = surroundings.servesMain
    hasScenes = surroundings.bundle.hasScenes
    answers = MethodAnswers(
      application, systemVersion: surroundings.systemVersion, kit: surroundings.kit)
    elapsed = application.clock.stopwatch()
    running.onChange { [weak self, surroundings] in
      surroundings.onMain { self?.updateBackgroundTime() }
    }
    running.onCancel { [weak self] in self?.warn("\(ReplyWarning.cancelled($0))") }
    application.onStop.put { [weak self, surroundings] isStopping in
      surroundings.onMain { self?.setStopping(isStopping) }
    }
    Self.current = self
    Self.all.removeAll { $0() == nil }
    Self.all.append { [weak self] in self }
    publish()
  }

  /// The host of the application that a router belongs to; nil if it has none.
  static func host(of router: Router) -> AppHost? {
    all.lazy.compactMap { $0() }.first { $0.application.router === router }
  }

  /// Posts events as notifications, as the options say. Called again once the events of the app's
  /// frameworks are known.
  func publish() {
    publications = Publication.begin(options, events, surroundings.center, answers.publication)
    told = answers.answered
  }

  /// Makes the system ask its delegates for their methods again, if these have changed.
  ///
  /// These are the delegates of the app, of its scenes and of the user-notification center.
  ///
  /// The host does this when the modules have launched. Call it after you subscribe to an event that
  /// no module handles.
  public func refresh() {
    let answered = answers.answered
    guard answered != told else { return }
    told = answered
    extendAttachments()
    resetDelegate?()
    takeNotifications()
  }

  /// Sends an event to the modules, for a delegate.
  @discardableResult
  func send<E: LifecycleEvent>(_ event: E) -> E.Response { events.send(event) }

  /// Sends an event whose system object handlers can read until all of them have returned.
  func sendWithObject<Delivered: SystemDelivered>(_ event: Delivered) {
    guard let access = event.system.beginAccess() else {
      events.send(event)
      return
    }
    // The reply exists until the last handler has returned, or the event is dropped.
    let reply = Reply<Delivered.Response>(Delivered.merge, deadline: nil) { _ in
      extendLifetime(access)
    }
    events.send(event, answering: reply)
  }

  /// The handlers of a delegate method, and whether the delegate responds to it.
  ///
  /// - Parameter method: The method.
  /// - Returns: A value to print or to test.
  public func explain(_ method: DelegateMethod) -> MethodExplanation {
    MethodExplanation(
      method: method, isAnswered: answers.responds(to: method, isOverridden: false),
      isNotified: DelegateMethodRow.of(method, in: answers.kit)?.rule == .notified,
      handlers: answers.explanations(of: method))
  }

  /// Finds methods that cannot be published, and background tasks that Info.plist does not permit.
  ///
  /// - Returns: All faults apart from those of `application.check()`; empty if there are none.
  public func check() -> [Fault] {
    let unpublished = DelegateMethod.allCases.filter {
      options.publishes.contains($0) && answers.publication(of: $0) == nil
    }.map { method in
      let isNotified = DelegateMethodRow.of(method)?.rule == .notified
      let reason =
        isNotified
        ? "observe the notification that the system posts for it" : "no event carries it to modules"
      return Fault(
        "unpublishable",
        "\(method.selector) cannot be published: \(reason). Remove .\(method.rawValue) from `publishes`."
      )
    }
    return unpublished + unpermittedTasks
  }

  /// Runs work that takes time, and retains its task until it has ended.
  func begin(_ body: @escaping @MainActor @Sendable () async -> Void) {
    let number = nextNumber()
    work[number] = Task { [weak self] in
      await body()
      self?.work[number] = nil
    }
  }

  /// A number that the host has not used yet.
  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Waits until no work for the system is left; for tests.
  package func idle() async {
    while let task = work.first?.value { await task.value }
  }

  nonisolated func warn(_ text: String) {
    application.logger.warning("\(text)")
    surroundings.onWarning(text)
  }
}
