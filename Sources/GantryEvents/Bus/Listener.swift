// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantrySupport

/// One module, or one subscription from outside, with its handlers and its waiting events.
struct Listener: Sendable {
  /// The phases of its life.
  enum Phase: Sendable, Equatable {
    case declared
    case created
    case live
    case removed(String)
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
  /// The run of the module; nil for a listener that isn't a module.
  var run: RunID?
  var order: Int
  var phase: Phase
  var handlers: [HandlerRecord] = []
  /// The limits that its handlers state.
  private var backlogs: [EventKey: EventBacklog] = [:]
  /// At most one mailbox, apart from the listener: most listeners never get an event, and all are
  /// copied often.
  private var boxes: [Mailbox?] = []

  init(_ identity: Identity, order: Int, phase: Phase) {
    self.identity = identity
    self.order = order
    self.phase = phase
  }

  var id: Int { identity.id }
  var name: ModuleName { identity.name }
  var rank: Int { identity.rank }

  /// Its events in progress; nil before the first one.
  var mailbox: Mailbox? {
    @inline(__always) _read {
      if boxes.isEmpty { yield nil } else { yield boxes[0] }
    }
    @inline(__always) _modify {
      if boxes.isEmpty {
        var added: Mailbox?
        yield &added
        if let added { boxes.append(added) }
      } else {
        yield &boxes[0]
      }
    }
  }

  /// Whether its mailbox is empty, and no handler runs.
  var isIdle: Bool { mailbox?.isIdle ?? true }
  /// The number of events that wait for it, in the mailbox or held.
  var waiting: Int { mailbox?.waiting ?? 0 }

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

  /// Gives it a mailbox for its first event.
  mutating func openMailbox() {
    if boxes.isEmpty { boxes.append(Mailbox()) }
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

  /// Whether it hears nothing any more.
  var isSilenced: Bool {
    if case .removed = phase { true } else { false }
  }

  /// Whether an event with this policy waits until the listener reaches a later phase.
  func holds(_ policy: LaunchingPolicy) -> Bool {
    switch phase {
    case .declared: true
    case .created: policy != .atCreation
    case .live, .removed: false
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

  /// The handler with its module, as `Orders.sync`.
  var title: String { listenerName.handler(declaration.name) }
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
