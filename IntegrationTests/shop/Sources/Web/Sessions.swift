// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WebAPI

/// The customer of each browser, kept in memory until the program ends.
///
/// A browser that only looks around has no session. Names are ``Secret``s, and a name that was not
/// issued here is not accepted.
final class Sessions: Sendable {
  struct Session: Sendable {
    /// The first part of the tickets of the browser's forms.
    let secret: String
    /// The second parts of the tickets of forms that were shown but not sent, the oldest first.
    var shown: [UInt64] = []
    /// The number of sent forms, and the start of the count.
    var pace: Pace
    var customer: String?
    /// The remark that the next page shows first.
    var remark: Remark?
    var lastUsed: ContinuousClock.Instant
  }

  /// A number of sent forms, and the start of the count.
  struct Pace: Sendable {
    var start: ContinuousClock.Instant
    var count = 0
  }

  /// The result of handing in a ticket.
  enum Claim {
    /// The ticket is accepted: do the work of the form, and settle it.
    case first(SentForm)
    /// The form was sent before.
    case again(SentForm)
    /// The ticket isn't one of this browser's.
    case unknown
    /// The browser sends too many forms.
    case tooMany(wait: Int)
  }

  private struct State {
    var sessions: [String: Session] = [:]
    var sent: [String: (form: SentForm, session: String, at: ContinuousClock.Instant)] = [:]
  }

  /// The most forms that a browser can have open; with one more, the oldest is too old.
  static let mostShown = 32
  /// The most forms that are kept with their answers. Then the oldest tenth is forgotten, and such
  /// a form is too old.
  static let mostSent = 1_000
  /// How long the forms of a browser are counted.
  static let minute = Duration.seconds(60)
  /// How long a session lasts without use.
  static let life = Duration.seconds(8 * 3600)
  /// The most sessions that are kept. Then the least recently used are dropped, those with a
  /// signed-in customer last.
  static let most = 10_000

  // Invariant: a ticket is accepted once. It is in `shown` of its session, or in `sent`, or
  // nowhere.
  private let state = Mutex(State())
  private let formsPerMinute: Int
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Begins without sessions.
  ///
  /// - Parameters:
  ///   - formsPerMinute: The most forms of one session that are accepted in a minute.
  ///   - now: The time.
  init(
    formsPerMinute: Int = 30, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.formsPerMinute = formsPerMinute
    self.now = now
  }

  /// The number of sessions.
  var count: Int { state.withLock { $0.sessions.count } }

  /// Finds a session that is alive.
  func find(_ name: String) -> Session? {
    let now = now()
    return state.withLock { state in
      guard var session = state.sessions[name] else { return nil }
      guard session.lastUsed.duration(to: now) < Self.life else {
        state.sessions[name] = nil
        return nil
      }
      session.lastUsed = now
      state.sessions[name] = session
      return session
    }
  }

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - customer: The customer who is signed in.
  ///   - former: The session that it replaces; its counts go on.
  /// - Returns: Its name.
  func begin(customer: String? = nil, insteadOf former: String? = nil) -> String {
    let name = Secret.make()
    let now = now()
    state.withLock { state in
      let pace = former.flatMap { state.sessions.removeValue(forKey: $0)?.pace }
      if state.sessions.count >= Self.most { Self.makeRoom(in: &state.sessions) }
      state.sessions[name] = Session(
        secret: Secret.make(), pace: pace ?? Pace(start: now), customer: customer, lastUsed: now)
    }
    return name
  }

  func end(_ name: String) {
    state.withLock { $0.sessions[name] = nil }
  }

  /// Leaves a remark for the next page.
  func leave(_ remark: Remark, in name: String) {
    state.withLock { $0.sessions[name]?.remark = remark }
  }

  /// Takes the remark that was left.
  func takeRemark(in name: String) -> Remark? {
    state.withLock { state in
      let remark = state.sessions[name]?.remark
      if remark != nil { state.sessions[name]?.remark = nil }
      return remark
    }
  }

  /// Ends a tenth of the sessions, so that this is seldom needed.
  private static func makeRoom(in sessions: inout [String: Session]) {
    let order = sessions.sorted { first, second in
      let (isGuest, isOtherGuest) = (first.value.customer == nil, second.value.customer == nil)
      return isGuest != isOtherGuest ? isGuest : first.value.lastUsed < second.value.lastUsed
    }
    for (name, _) in order.prefix(most / 10) { sessions[name] = nil }
  }
}

/// Tickets: each form that is shown has its own, which is valid once.
extension Sessions {
  /// Creates a ticket for a form that is shown.
  ///
  /// - Returns: Nil if the session no longer exists.
  func makeTicket(in name: String) -> String? {
    let end = UInt64.random(in: .min ... .max)
    return state.withLock { state in
      guard var session = state.sessions[name] else { return nil }
      if session.shown.count >= Self.mostShown { session.shown.removeFirst() }
      session.shown.append(end)
      state.sessions[name] = session
      return Self.ticket(session.secret, end)
    }
  }

  /// Takes the ticket of a form that was sent.
  func claim(_ ticket: String, in name: String) -> Claim {
    let now = now()
    return state.withLock { state in
      // If the form ended the session, as a sign-in does, its answer is still here.
      if let sent = state.sent[ticket], sent.session == name { return .again(sent.form) }
      guard var session = state.sessions[name],
        let index = session.shown.firstIndex(where: { Self.ticket(session.secret, $0) == ticket })
      else { return .unknown }
      if session.pace.start.duration(to: now) >= Self.minute { session.pace = Pace(start: now) }
      guard session.pace.count < formsPerMinute else {
        let left = Self.minute - session.pace.start.duration(to: now)
        return .tooMany(wait: Int(left.components.seconds) + 1)
      }
      session.pace.count += 1
      session.shown.remove(at: index)
      state.sessions[name] = session
      let form = SentForm()
      if state.sent.count >= Self.mostSent { Self.forget(&state) }
      state.sent[ticket] = (form, name, now)
      return .first(form)
    }
  }

  /// Gives a ticket back, since nothing was done, so that the form may be sent again.
  func release(_ ticket: String, in name: String) {
    state.withLock { state in
      guard state.sent.removeValue(forKey: ticket) != nil, var session = state.sessions[name],
        let end = UInt64(ticket.dropFirst(session.secret.count), radix: 16)
      else { return }
      session.shown.append(end)
      state.sessions[name] = session
    }
  }

  private static func forget(_ state: inout State) {
    let order = state.sent.sorted { $0.value.at < $1.value.at }
    for (ticket, _) in order.prefix(mostSent / 10) { state.sent[ticket] = nil }
  }

  private static func ticket(_ secret: String, _ end: UInt64) -> String {
    secret + String(end, radix: 16)
  }
}
