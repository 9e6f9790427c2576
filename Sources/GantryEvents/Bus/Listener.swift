// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryText

/// One module, or one subscription from outside, with its handlers and its waiting events.
struct Listener: Sendable {
  /// The phases of its life.
  enum Phase: Sendable, Equatable {
    case declared
    case created
    case live
    case silenced(String)
  }

  /// An event that is kept until the listener reaches a later phase.
  struct Held: Sendable {
    enum Content: Sendable {
      case lifecycle(sentAt: Duration, @MainActor @Sendable (EventBus) -> Void)
      case mail(Mail)
    }
    let key: EventKey
    let policy: LaunchingPolicy
    let content: Content

    /// When it was sent, by the clock of the bus.
    var sentAt: Duration {
      switch content {
      case .lifecycle(let sentAt, _): sentAt
      case .mail(let mail): mail.sentAt
      }
    }
  }

  /// An event in the mailbox.
  struct Mail: Sendable {
    let key: EventKey
    let event: any Sendable
    /// When it was sent, by the clock of the bus.
    let sentAt: Duration
    /// Whether the event has a limit, and is therefore counted.
    var isLimited = false
    /// The one handler it is for; nil for all handlers of the listener.
    var handler: Int?
    /// Keeps the event's reply open until the handlers have run, or the mail is dropped.
    var hold: (any ReplyHold)?
    /// Where its handlers run.
    var surroundings: (any EventSurroundings)?
  }

  /// The part that never changes; its handlers share it.
  final class Identity: Sendable {
    let id: Int
    let name: ModuleName
    /// Before the modules (-1), a module (0), after them (1).
    let rank: Int
    /// The notification that it posts for each event; nil except for the listeners of bridges.
    let bridge: BridgedName?

    init(id: Int, name: ModuleName, rank: Int, bridge: BridgedName?) {
      self.id = id
      self.name = name
      self.rank = rank
      self.bridge = bridge
    }
  }

  let identity: Identity
  /// The life of the module; nil for a listener that isn't a module.
  var life: LifeID?
  var order: Int
  var phase: Phase
  var handlers: [HandlerRecord] = []
  /// The events that wait for it to reach a later phase.
  var held = Fifo<Held>()
  var mail = Fifo<Mail>()
  /// The event being handled now; it counts as accepted until its handlers end.
  var current: Mail?
  var server: Task<Void, Never>?
  /// Whether the start of this module was demanded for its held events.
  var isDemanded = false
  /// The tasks that wait until its mailbox is empty.
  private var drainWaiters: [Promise<Void>] = []
  /// The number of events with a limit that wait in the mailbox.
  private var limited: [EventKey: Int] = [:]
  /// The limits that its handlers state.
  private var backlogs: [EventKey: EventBacklog] = [:]
  /// The number of events that were dropped because of a limit.
  private(set) var dropped = 0
  /// The number of waiting events at which the next report is due; nil before the first report.
  private var nextWarning: Int?

  init(_ identity: Identity, order: Int, phase: Phase) {
    self.identity = identity
    self.order = order
    self.phase = phase
  }

  var id: Int { identity.id }
  var name: ModuleName { identity.name }
  var rank: Int { identity.rank }

  /// Whether its mailbox is empty, and no handler runs.
  var isIdle: Bool { current == nil && mail.count == 0 }
  /// Whether events wait in its mailbox, and no task serves it.
  var needsServer: Bool { server == nil && mail.count > 0 }

  /// The number of events that wait for it, in the mailbox or held.
  var waiting: Int { mail.count + held.count }

  /// The name of an event that it hears.
  func eventName(of key: EventKey) -> String {
    let handler = handlers.first { $0.declaration.key == key }
    return key.name ?? handler?.declaration.event ?? "an event"
  }

  /// The limit on an event that waits for it: a handler's limit, or else the event's.
  func backlog(of key: EventKey, _ stated: EventBacklog) -> EventBacklog {
    guard !backlogs.isEmpty else { return stated }
    return backlogs[key] ?? key.wider.flatMap { backlogs[$0] } ?? stated
  }

  /// The number of events of a limited type that wait for it.
  func count(of key: EventKey) -> Int {
    (limited[key] ?? 0) + held.count { $0.key == key }
  }

  /// Replaces its handlers.
  mutating func setHandlers(_ records: [HandlerRecord]) {
    handlers = records
    let limits = records.compactMap { record in
      record.declaration.options.backlog.map { (record.declaration.key, $0) }
    }
    backlogs = Dictionary(limits, uniquingKeysWith: { first, _ in first })
  }

  /// Whether it has exactly these handlers, and no bodies yet.
  func declares(_ declarations: [HandlerDeclaration]) -> Bool {
    declarations.count == handlers.count
      && zip(declarations, handlers).allSatisfy { $0 === $1.declaration && $1.body == nil }
  }

  /// Gives declared handlers their bodies.
  ///
  /// - Returns: False, with nothing changed, when other handlers were declared or it has launched.
  mutating func bind(_ new: [(declaration: HandlerDeclaration, body: EventHandler.Body?)]) -> Bool {
    // By index: a copy of each record would cost more than the rest.
    guard phase == .declared, new.count == handlers.count,
      new.indices.allSatisfy({
        handlers[$0].declaration === new[$0].declaration && handlers[$0].body == nil
      })
    else { return false }
    for index in new.indices { handlers[index].body = new[index].body }
    return true
  }

  /// Counts an event that was dropped because of a limit.
  mutating func noteDropped() { dropped += 1 }

  /// Adds a task that waits until its mailbox is empty.
  mutating func add(_ waiter: Promise<Void>) { drainWaiters.append(waiter) }

  /// Takes the tasks that wait until its mailbox is empty.
  mutating func takeWaiters() -> [Promise<Void>] {
    exchange(&drainWaiters, with: [])
  }

  /// Removes the events that wait for it to reach a later phase.
  ///
  /// - Returns: These events, to be released after the lock.
  mutating func takeHeld() -> [Held] { held.removeAll() }

  /// Removes the events in the mailbox.
  mutating func takeMail() -> [Mail] {
    limited = [:]
    return mail.removeAll()
  }

  /// Puts an event into the mailbox.
  mutating func add(_ item: Mail) {
    mail.append(item)
    if item.isLimited { limited[item.key, default: 0] += 1 }
  }

  /// Records that an event has left the mailbox.
  mutating func left(_ item: Mail) {
    guard item.isLimited, let count = limited[item.key] else { return }
    limited[item.key] = count > 1 ? count - 1 : nil
  }

  /// Whether enough events wait for a warning; the next warning needs twice as many.
  ///
  /// - Parameter threshold: The number of events for the first warning.
  mutating func isToWarn(from threshold: Int) -> Bool {
    let waiting = waiting
    guard waiting >= nextWarning ?? threshold else { return false }
    nextWarning = waiting * 2
    return true
  }

  /// Goes back to the first threshold, because nothing waits.
  mutating func forgetWarning() { nextWarning = nil }

  /// Whether it hears nothing any more.
  var isSilenced: Bool {
    if case .silenced = phase { true } else { false }
  }

  /// Whether an event with this policy waits until the listener reaches a later phase.
  func holds(_ policy: LaunchingPolicy) -> Bool {
    switch phase {
    case .declared: true
    case .created: policy != .atCreation
    case .live, .silenced: false
    }
  }
}

/// One handler in the registry.
struct HandlerRecord: Sendable {
  let id: Int
  let owner: Listener.Identity
  let declaration: HandlerDeclaration
  let once: OnceFlag?
  /// nil until the listener exists, and after a `.once` handler was used.
  var body: EventHandler.Body?
  var isUsed = false

  var listener: Int { owner.id }
  var listenerName: ModuleName { owner.name }
  var rank: Int { owner.rank }
  var bridge: BridgedName? { owner.bridge }

  var priority: Priority { declaration.options.priority ?? .standard }
}

/// A notification's name in one center: an event received under it is not posted under it again.
struct BridgedName: Hashable, Sendable {
  private let center: ObjectIdentifier
  private let name: String

  init(_ name: String, in center: NotificationCenter) {
    self.center = ObjectIdentifier(center)
    self.name = name
  }
}
