// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import TestRounds
import Testing

@testable import GantryEvents

/// An event of the model whose type states a policy and a backlog.
private protocol ModelEvent: Event {
  init(number: Int)
  var number: Int { get }
}

private struct Plain: ModelEvent { var number: Int }
private struct Latest: ModelEvent {
  var number: Int
  static var whileLaunching: LaunchingPolicy { .latest }
}
private struct AtCreation: ModelEvent {
  var number: Int
  static var whileLaunching: LaunchingPolicy { .atCreation }
}
private struct Newest: ModelEvent {
  var number: Int
  static var backlog: EventBacklog { .newest(2) }
}
private struct Oldest: ModelEvent {
  var number: Int
  static var backlog: EventBacklog { .oldest(3) }
}

private let kinds: [any ModelEvent.Type] = [
  Plain.self, Latest.self, AtCreation.self, Newest.self, Oldest.self,
]

/// The documented behavior of one listener's events, in arrays and without numbers.
private struct ModelListener {
  var phase = Listener.Phase.declared
  let hears: Set<Int>
  /// The events held while it launches, and those in its mailbox: kind and number.
  var held: [(kind: Int, number: Int)] = []
  var mail: [(kind: Int, number: Int)] = []
  var current: (kind: Int, number: Int)?
  var dropped = 0

  var isSilenced: Bool { if case .removed = phase { true } else { false } }

  func holds(_ policy: LaunchingPolicy) -> Bool {
    phase == .declared || (phase == .created && policy != .atCreation)
  }

  /// Takes an event that was sent.
  mutating func take(_ kind: Int, _ number: Int) {
    guard hears.contains(kind), !isSilenced else { return }
    let type = kinds[kind]
    if let limit = type.backlog.limit, count(kind) >= limit {
      dropped += 1
      if case .oldest = type.backlog { return }
      if let place = held.firstIndex(where: { $0.kind == kind }) {
        held.remove(at: place)
      } else if let place = mail.firstIndex(where: { $0.kind == kind }) {
        mail.remove(at: place)
      }
    }
    if isSilenced { return }
    if holds(type.whileLaunching) {
      if type.whileLaunching == .latest { held.removeAll { $0.kind == kind } }
      held.append((kind, number))
    } else {
      mail.append((kind, number))
    }
  }

  /// Moves it to its next phase; the events held for that phase enter its mailbox.
  mutating func become(_ new: Listener.Phase) {
    guard !isSilenced else { return }
    mail += held.filter { new == .live || kinds[$0.kind].whileLaunching == .atCreation }
    held.removeAll { new == .live || kinds[$0.kind].whileLaunching == .atCreation }
    phase = new
  }

  private func count(_ kind: Int) -> Int { (held + mail).count { $0.kind == kind } }
}

extension SeededGenerator {
  /// A number from zero up to one below the bound.
  fileprivate mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}

/// The same inputs to the registry and to the model; after each, both hold the same events.
private struct MailboxRun {
  let seed: UInt64
  var random: SeededGenerator
  var registry = EventRegistry()
  var model: [Int: ModelListener] = [:]
  /// The listeners in launch order.
  var ids: [Int] = []
  var handled: [Int: [Int]] = [:]
  /// The listeners that the registry has told to continue, as the bus has a task for each.
  var serving: Set<Int> = []
  var number = 0

  init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    for place in 0..<(2 + random.below(4)) {
      let id = registry.addListener(
        ModuleName("L\(place)"), rank: 0, order: place, phase: .declared)
      let hears = Set(kinds.indices.filter { _ in random.below(3) > 0 })
      let handlers = hears.sorted().map { (Self.declaration(kinds[$0]), EventHandler.Body?.none) }
      _ = registry.setHandlers(handlers, of: id)
      model[id] = ModelListener(hears: hears)
      ids.append(id)
    }
  }

  static func declaration<E: ModelEvent>(_ kind: E.Type) -> HandlerDeclaration {
    HandlerDeclaration(kind, name: "hear\(kind)")
  }

  mutating func post<E: ModelEvent>(_ kind: E.Type, as place: Int) {
    number += 1
    for id in ids { model[id]?.take(place, number) }
    let posting = registry.post(
      E(number: number), key: EventKey(E.self), E.backlog, E.whileLaunching, sentAt: .zero,
      past: nil)
    serve(posting.start)
  }

  mutating func serve(_ ids: [Int]) {
    for id in ids where registry.listeners[id]?.mailbox?.mail.first != nil { serving.insert(id) }
  }

  mutating func become(_ phase: Listener.Phase, _ id: Int) {
    model[id]?.become(phase)
    #expect(registry.release(id, becoming: phase) == nil, "seed \(seed): only mail was held")
    serve([id])
  }

  mutating func stopDelivery(_ id: Int, droppingMail: Bool) {
    _ = registry.listeners[id]?.mailbox?.takeHeld()
    registry.listeners[id]?.phase = .removed("stopped")
    if droppingMail { _ = registry.dropMail(of: id) }
    model[id]?.phase = .removed("stopped")
    model[id]?.held = []
    if droppingMail { model[id]?.mail = [] }
  }

  /// Makes a listener begin its next event, if the registry allows it.
  mutating func begin(_ id: Int) {
    guard serving.contains(id), let listener = model[id], listener.current == nil else { return }
    let mail = registry.nextMail(for: id)?.mail
    if mail == nil { serving.remove(id) }
    let next = listener.mail.first
    #expect((mail?.event as? any ModelEvent)?.number == next?.number, "seed \(seed)")
    guard let next else { return }
    model[id]?.mail.removeFirst()
    model[id]?.current = next
    handled[id, default: []].append(next.number)
  }

  mutating func end(_ id: Int) {
    let finished = registry.finishCurrent(of: id)?.event as? any ModelEvent
    #expect(finished?.number == model[id]?.current?.number, "seed \(seed)")
    model[id]?.current = nil
  }

  func compare() {
    var pending = 0
    for (id, expected) in model {
      guard let listener = registry.listeners[id] else {
        Issue.record("seed \(seed): listener \(id) is gone")
        continue
      }
      let mailbox = listener.mailbox ?? Mailbox()
      let mail = mailbox.mail.elements.compactMap { ($0.event as? any ModelEvent)?.number }
      #expect(mail == expected.mail.map(\.number), "seed \(seed): the mailbox of \(id)")
      let held = mailbox.held.elements.compactMap { held -> Int? in
        guard case .mail(let mail) = held.content else { return nil }
        return (mail.event as? any ModelEvent)?.number
      }
      #expect(held == expected.held.map(\.number), "seed \(seed): held for \(id)")
      #expect(mailbox.dropped == expected.dropped, "seed \(seed): dropped of \(id)")
      #expect(listener.waiting == expected.held.count + expected.mail.count, "seed \(seed)")
      pending += expected.mail.count + (expected.current == nil ? 0 : 1)
    }
    #expect(registry.pending == pending, "seed \(seed): the number of pending events")
  }
}

@Suite struct MailboxModelTests {
  @Test(arguments: 1...UInt64(rounds(200)))
  func `mailboxes behave like arrays under random sends, launches and stops`(seed: UInt64) {
    var run = MailboxRun(seed: seed)
    for _ in 0..<150 {
      let id = run.ids[run.random.below(run.ids.count)]
      switch run.random.below(20) {
      case 0..<9:
        let place = run.random.below(kinds.count)
        run.post(kinds[place], as: place)
      case 9..<13: run.begin(id)
      case 13..<17: run.end(id)
      case 17: run.become(.created, id)
      case 18: run.become(.live, id)
      default:
        if run.random.below(6) == 0 { run.stopDelivery(id, droppingMail: run.random.below(2) == 0) }
      }
      run.compare()
    }
    // Launched listeners hear all remaining events: none waits for something impossible.
    for id in run.ids { run.become(.live, id) }
    for _ in 0..<2_000 where run.registry.pending > 0 {
      for id in run.ids {
        run.end(id)
        run.begin(id)
      }
    }
    run.compare()
    #expect(run.registry.pending == 0, "seed \(seed): events are left")
    for (id, numbers) in run.handled {
      #expect(Set(numbers).count == numbers.count, "seed \(seed): \(id) hears an event twice")
    }
  }

  @Test func `an emptied mailbox reports its next backlog from the threshold`() {
    var registry = EventRegistry()
    registry.backlogThreshold = 2
    let id = registry.addListener("Busy", rank: 0, order: 0, phase: .live)
    _ = registry.setHandlers([(MailboxRun.declaration(Plain.self), nil)], of: id)
    func told(_ posts: Int, handled: Int) -> [Int] {
      for number in 0..<posts {
        _ = registry.post(
          Plain(number: number), key: EventKey(Plain.self), .unlimited, .hold, sentAt: .zero,
          past: nil)
      }
      for _ in 0..<handled {
        _ = registry.nextMail(for: id)
        _ = registry.finishCurrent(of: id)
      }
      return registry.takeNotices()?.backlogs.map(\.count) ?? []
    }
    #expect(told(5, handled: 4) == [2, 4])
    #expect(told(3, handled: 0) == [], "fewer wait than at the last warning")
    #expect(told(0, handled: 4) == [])
    #expect(told(2, handled: 0) == [], "its server has not seen that nothing waits")
    #expect(told(0, handled: 3) == [])
    #expect(told(2, handled: 0) == [2])
  }
}
