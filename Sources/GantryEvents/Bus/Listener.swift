// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

/// One module, or one subscription from outside, with its handlers and its waiting events.
struct Listener: Sendable {
  /// How far its life has come.
  enum Phase: Sendable, Equatable {
    case declared
    case created
    case live
    case silenced(String)
  }

  /// An event kept until the listener is further.
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
    /// Whether the event has a limit, for which it is counted.
    var isLimited = false
    /// The one handler it is for; nil for all of the listener's.
    var handler: Int?
    /// The ordered event that this mail belongs to, which may have to wait for other listeners.
    var turn: Int?
    var predecessors: Set<Int> = []
    /// The consequences that it is part of, if they are followed.
    var cause: Consequences?
  }

  let id: Int
  let name: ModuleName
  /// Before the modules (-1), a module (0), after them (1).
  let rank: Int
  var order: Int
  var phase: Phase
  var handlers: [HandlerRecord] = []
  var held: [Held] = []
  var mail = Fifo<Mail>()
  /// The event being handled now; it counts as accepted until its handlers end.
  var current: Mail? {
    get { handled.first }
    set {
      handled.removeAll(keepingCapacity: true)
      if let newValue { handled.append(newValue) }
    }
  }
  /// One at most; apart from the listener, of which there may be very many that never get mail.
  var handled: [Mail] = []
  var server: Task<Void, Never>?
  var drainWaiters: [CheckedContinuation<Void, Never>] = []
  /// Whether the start of this module was demanded for its held events.
  var isDemanded = false
  /// How many events wait in the mailbox, of those that have a limit.
  var limited: [EventKey: Int] = [:]
  /// The limits that its handlers state.
  var backlogs: [EventKey: EventBacklog] = [:]
  /// How many events went because of a limit.
  var dropped = 0
  /// How many events must wait until that is told, the next time.
  var nextWarning = Int.max
  /// The notification that it posts for each event; nil for all but the listeners of bridges.
  var bridge: BridgedName?

  /// How many events wait for it, in the mailbox or held.
  var waiting: Int { mail.count + held.count }

  /// The name of an event that it hears.
  func eventName(of key: EventKey) -> String {
    let handler = handlers.first { $0.declaration.key == key }
    return key.name ?? handler?.declaration.event ?? "an event"
  }

  /// How many of an event may wait for it: as a handler says, else as the event does.
  func backlog(of key: EventKey, _ stated: EventBacklog) -> EventBacklog {
    guard !backlogs.isEmpty else { return stated }
    return backlogs[key] ?? key.wider.flatMap { backlogs[$0] } ?? stated
  }

  /// How many of a limited event wait for it.
  func count(of key: EventKey) -> Int {
    limited[key, default: 0] + held.count { $0.key == key }
  }

  /// Puts an event into the mailbox.
  mutating func add(_ item: Mail) {
    mail.append(item)
    if item.isLimited { limited[item.key, default: 0] += 1 }
  }

  /// Notes that an event has left the mailbox.
  mutating func left(_ item: Mail) {
    if item.isLimited, let count = limited[item.key] {
      limited[item.key] = count > 1 ? count - 1 : nil
    }
  }

  /// Whether so much waits now that it is to be told; not again before it is twice as much.
  mutating func isToWarn() -> Bool {
    guard waiting >= nextWarning else { return false }
    nextWarning = waiting * 2
    return true
  }

  /// Whether it hears nothing any more.
  var isSilenced: Bool {
    if case .silenced = phase { true } else { false }
  }

  /// Whether an event with this policy waits until the listener is further.
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
  let listener: Int
  let listenerName: ModuleName
  let rank: Int
  let order: Int
  let declaration: HandlerDeclaration
  /// nil until the listener exists, and after a `.once` handler was used.
  var body: EventHandler.Body?
  let once: OnceFlag?
  /// As of its listener.
  let bridge: BridgedName?
  var isUsed = false

  /// Place, then priority, then launch order, then the order of declaration.
  static func precedes(_ lhs: Self, _ rhs: Self) -> Bool {
    (lhs.rank, rhs.priority, lhs.order, lhs.id) < (rhs.rank, lhs.priority, rhs.order, rhs.id)
  }

  var priority: Priority { declaration.options.priority ?? .standard }
}
