// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization
internal import WebAPI

/// Who is signed in in which browser; in memory, so that it ends with the program.
///
/// A browser that only looks around has none. Names are ``Secret``s, and one that was not given out
/// here is not taken.
final class Sessions: Sendable {
  struct Session: Sendable {
    /// What the browser's forms must carry.
    let ticket: String
    var customer: String?
    /// What the next page says first.
    var remark: Remark?
    var lastUsed: ContinuousClock.Instant
  }

  /// A session ends when it was not used for so long.
  static let life = Duration.seconds(8 * 3600)
  /// So many are kept; then those go that were used least recently, who is signed in last.
  static let most = 10_000

  // Guards all sessions by name.
  private let sessions = Mutex<[String: Session]>([:])
  private let now: @Sendable () -> ContinuousClock.Instant

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

  /// How many there are.
  var count: Int { sessions.withLock { $0.count } }

  /// Finds a session that is alive.
  func find(_ name: String) -> Session? {
    let now = now()
    return sessions.withLock { sessions in
      guard var session = sessions[name] else { return nil }
      guard session.lastUsed.duration(to: now) < Self.life else {
        sessions[name] = nil
        return nil
      }
      session.lastUsed = now
      sessions[name] = session
      return session
    }
  }

  /// Begins a session.
  ///
  /// - Returns: Its name.
  func begin(customer: String? = nil, remark: Remark? = nil) -> String {
    let name = Secret.make()
    let session = Session(
      ticket: Secret.make(), customer: customer, remark: remark, lastUsed: now())
    sessions.withLock { sessions in
      if sessions.count >= Self.most { Self.makeRoom(in: &sessions) }
      sessions[name] = session
    }
    return name
  }

  func end(_ name: String) {
    sessions.withLock { $0[name] = nil }
  }

  /// Leaves a remark for the next page.
  func leave(_ remark: Remark, in name: String) {
    sessions.withLock { $0[name]?.remark = remark }
  }

  /// Takes the remark that was left.
  func takeRemark(in name: String) -> Remark? {
    sessions.withLock { sessions in
      let remark = sessions[name]?.remark
      if remark != nil { sessions[name]?.remark = nil }
      return remark
    }
  }

  /// Ends a tenth, so that this is seldom needed.
  private static func makeRoom(in sessions: inout [String: Session]) {
    let order = sessions.sorted { first, second in
      let (isGuest, isOtherGuest) = (first.value.customer == nil, second.value.customer == nil)
      return isGuest != isOtherGuest ? isGuest : first.value.lastUsed < second.value.lastUsed
    }
    for (name, _) in order.prefix(most / 10) { sessions[name] = nil }
  }
}
