// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WebAPI

/// The session of the browser that made one request; it begins when it is first needed.
final class Browser: Sendable {
  private struct State {
    /// The session's name; nil while there is none.
    var name: String?
    /// The ticket for the forms of the page that is being made.
    var ticket: String?
    /// Whether the browser has to be told of the session.
    var isChanged = false
  }

  private let sessions: Sessions
  /// The session name that the browser sent, alive or not.
  private let sent: String?
  /// The customer who was signed in when the request came.
  let customer: String?
  // Invariant: at most one session is begun.
  private let state: Mutex<State>

  /// Takes the name that a browser sent; an unknown name counts as none.
  init(cookie: String?, sessions: Sessions) {
    self.sessions = sessions
    sent = cookie
    let session = cookie.flatMap(sessions.find)
    customer = session?.customer
    state = Mutex(State(name: session == nil ? nil : cookie))
  }

  /// The text that the forms of this page must carry.
  func ticket() -> String {
    state.withLock { state in
      if let ticket = state.ticket { return ticket }
      let ticket = state.name.flatMap(sessions.makeTicket) ?? begin(&state)
      state.ticket = ticket
      return ticket
    }
  }

  /// Takes the ticket of a form that this browser sent.
  func claim(_ ticket: String) -> Sessions.Claim {
    sent.map { sessions.claim(ticket, in: $0) } ?? .unknown
  }

  /// Gives a ticket back, since nothing was done.
  func release(_ ticket: String) {
    if let sent { sessions.release(ticket, in: sent) }
  }

  /// Applies the effects of a deed. A sign-in begins a new session, so that the name of the
  /// previous one, which others may know, is worthless.
  func follow(_ deed: Deed) {
    state.withLock { state in
      switch deed.customer {
      case .unchanged: break
      case .signedIn(let customer):
        let name = sessions.begin(customer: customer, insteadOf: state.name)
        state = State(name: name, isChanged: true)
      case .signedOut:
        if let name = state.name { sessions.end(name) }
        state = State(isChanged: true)
      }
      guard let remark = deed.remark else { return }
      if state.name == nil { state = State(name: sessions.begin(), isChanged: true) }
      if let name = state.name { sessions.leave(remark, in: name) }
    }
  }

  func takeRemark() -> Remark? {
    state.withLock { $0.name }.flatMap(sessions.takeRemark)
  }

  /// The cookie that tells the browser of its session; nil if it knows.
  ///
  /// Scripts cannot read it, and forms or pictures of other sites do not send it. `Secure` would
  /// keep it from a server that speaks plain HTTP, in some browsers even on loopback.
  var cookie: String? {
    let (name, isChanged) = state.withLock { ($0.name, $0.isChanged) }
    guard isChanged else { return nil }
    let attributes = "Path=/; HttpOnly; SameSite=Lax"
    return name.map { "\(Cookies.session)=\($0); \(attributes)" }
      ?? "\(Cookies.session)=; Max-Age=0; \(attributes)"
  }

  private func begin(_ state: inout State) -> String {
    let name = sessions.begin()
    state = State(name: name, isChanged: true)
    return sessions.makeTicket(in: name) ?? ""
  }
}
