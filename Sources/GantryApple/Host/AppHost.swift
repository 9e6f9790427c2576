// SPDX-License-Identifier: Apache-2.0

public import Gantry
internal import GantryText
internal import Logging

/// Gives an application its life on an Apple system: launch, state, scenes, and the system's questions.
///
/// State comes from the notifications that the system posts in every kind of app; delegate methods
/// remain for questions and for things handed over. So modules hear each thing once, with any number of
/// scenes, by whichever way the host got in: as the base class of your delegate, below SwiftUI, or
/// attached to a delegate that you have.
///
/// ```swift
/// let host = AppHost(Application(schemes: ["shop"]))
/// ```
@MainActor
public final class AppHost {
  /// The host that was made last and still exists: the system makes scene delegates by the name of
  /// their class, and they have no other way to find it.
  public private(set) static weak var current: AppHost?

  /// The application whose modules live here.
  public nonisolated let application: Application
  /// The application's events; a property of its own, since `application.events` counts a reference to
  /// the bus in each method of a delegate, which took a third of it.
  nonisolated let events: EventBus
  /// How it launches, and how long it waits.
  public nonisolated let options: AppHostOptions
  /// Which delegate methods the system is told of.
  package nonisolated let answers: MethodAnswers
  /// Why the modules did not launch, or why the launch did not wait; nil while nothing went wrong.
  public internal(set) var failure: ApplicationError?
  /// The user-notification centre; set where there is one.
  package var notificationCentre: (any UserNotificationCentre)?
  /// Our delegate of that centre, which does not keep it.
  var notificationDelegate: AnyObject?
  /// Registers the handler of a background task; set where the system has such tasks.
  package var registerTask: (@MainActor (String, @escaping BackgroundTask.Handler) -> Bool)?
  /// Takes the delegate from the system and gives it back, which makes it ask again what the delegate
  /// has, and those of scenes as well; set where there is a system.
  package var resetDelegate: (@MainActor () -> Void)?

  /// The orientations of Info.plist, as a number of the system's set; set where the system tells them.
  var declaredOrientations: (@MainActor () -> UInt)?

  /// Whether the main actor is served while the system waits for an answer; a test may say so.
  package var servesMain: @MainActor () -> Bool

  nonisolated let surroundings: HostSurroundings
  var phase = LaunchPhase.idle
  /// Whether the modules have launched, or never will.
  var isLaunchOver = false
  var afterLaunch: [@MainActor () -> Void] = []
  /// Sentences for the report of the launch.
  var notes: [String] = []
  var scenes = SceneBook()
  var openedURLs = OpenedURLs()
  /// The completion handlers that have not been called, by number.
  var handlers = HandlerBook()
  /// A background session whose handler may still have to be called.
  struct OpenSession {
    /// Weak, since a reply keeps the host; it is alive until the handler was called.
    weak let reply: Reply<Void>?
  }
  /// The background sessions, by their identifiers.
  var sessions: [String: OpenSession] = [:]
  var observations: [EventSubscription] = []
  /// Whether it attaches to the delegates of scenes that connect.
  var attachesToScenes = false
  /// The delegates that it is attached to.
  var attached: [AttachedDelegate] = []
  /// The events that are posted as notifications, too.
  private var publications: [EventSubscription] = []
  /// The time since the host was made, by the application's clock.
  let elapsed: () -> Duration
  /// The tasks that work for the system, by number; each ends by itself.
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
    answers = MethodAnswers(
      application, systemVersion: surroundings.systemVersion, kit: surroundings.kit)
    elapsed = application.clock.stopwatch()
    Self.current = self
    publish()
  }

  /// Posts events as notifications, as the options say; again when the events of the app's frameworks are
  /// known.
  func publish() {
    publications = Publication.begin(
      options, events, surroundings.center, answers.publication)
    told = answers.answered
  }

  /// Has the system ask again which methods its delegates have, if that has changed since it asked: the
  /// delegate of the app, those of scenes, and that of the user-notification centre.
  ///
  /// The host does it when the modules have launched. Call it after you have switched modules on or
  /// off, or have subscribed to an event that no module hears.
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

  /// The handlers of a delegate method, and whether the system is told of it.
  ///
  /// - Parameter method: The method.
  /// - Returns: A value to print or to test.
  public func explain(_ method: DelegateMethod) -> MethodExplanation {
    MethodExplanation(
      method: method, isAnswered: answers.responds(to: method, isOverridden: false),
      isNotified: DelegateMethodRow.of(method, in: answers.kit)?.rule == .notified,
      handlers: answers.explanations(of: method))
  }

  /// Finds the delegate methods that one module has to answer and that several want to, and those that
  /// cannot be published.
  ///
  /// - Returns: All faults, beside those of `application.check()`; empty when there is none.
  public func check() -> [HostFault] {
    let modules = answers.explanations(of: .configureScene).flatMap { $0.handlers.map(\.listener) }
    let several =
      modules.count > 1 ? [HostFault.severalAnswers(.configureScene, from: modules)] : []
    let unpublished = DelegateMethod.allCases.filter {
      options.publishes.contains($0) && answers.publication(of: $0) == nil
    }
    let unpermitted = options.backgroundTasks.subtracting(surroundings.bundle.backgroundTasks)
    return several + unpublished.map { .unpublishable($0) }
      + unpermitted.sorted().map { .unpermittedTask($0) }
  }

  /// Does something that takes time, and keeps it until it has ended.
  func begin(_ body: @escaping @MainActor @Sendable () async -> Void) {
    lastNumber += 1
    let number = lastNumber
    work[number] = Task { [weak self] in
      await body()
      self?.work[number] = nil
    }
  }

  /// Waits until nothing is being done for the system; a test asks.
  package func idle() async {
    while let task = work.first?.value { await task.value }
  }

  nonisolated func warn(_ text: String) { application.logger.warning("\(text)") }
}

/// A fault between modules and the methods of a delegate.
@nonexhaustive
public enum HostFault: Sendable, Hashable, CustomStringConvertible {
  /// Only one module can answer, and these do.
  case severalAnswers(DelegateMethod, from: [ModuleName])
  /// The options publish a method that has no event to publish.
  case unpublishable(DelegateMethod)
  /// Info.plist does not permit a background task of the options, so the host does not register it.
  case unpermittedTask(String)

  /// The method, the fault, and the remedy.
  public var description: String {
    switch self {
    case .severalAnswers(let method, let modules):
      """
      \(method.selector) has one answer, but \(modules.map(\.rawValue).joined(separator: " and ")) \
      give one each. Let one module answer.
      """
    case .unpermittedTask(let identifier):
      """
      the background task '\(identifier)' is not registered: \(BundleFacts.tasksKey) of Info.plist \
      lacks it. Add it there.
      """
    case .unpublishable(let method):
      """
      \(method.selector) cannot be published: \
      \(DelegateMethodRow.of(method)?.rule == .notified
        ? "observe the notification that the system posts for it" : "modules hear no event of it"). \
      Remove .\(method.rawValue) from `publishes`.
      """
    }
  }
}
