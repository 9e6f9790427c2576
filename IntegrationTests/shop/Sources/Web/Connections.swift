// SPDX-License-Identifier: Apache-2.0

internal import FlyingSocks
internal import Foundation
internal import Synchronization

/// The open connections, none of which may keep the others waiting forever.
final class Connections: Sendable {
  /// The most connections open at once; with one more, the one that is due first is closed.
  static let most = 256

  private struct State {
    var next = 0
    var isClosing = false
    var open: [Int: (socket: Socket, due: ContinuousClock.Instant)] = [:]
  }

  private let patience: Duration
  // Guards the list. A socket is closed only once it is off the list, so that no other connection
  // is cut.
  private let state = Mutex(State())

  /// Begins without connections.
  ///
  /// - Parameter patience: How long a request may take to arrive, and an answer to be received.
  init(patience: Duration) { self.patience = patience }

  var isClosing: Bool { state.withLock { $0.isClosing } }

  func insert(_ socket: Socket) -> Int {
    state.withLock { state in
      if state.open.count >= Self.most,
        let first = state.open.min(by: { $0.value.due < $1.value.due })
      {
        // The code that reads from it sees the end, and removes it from the list.
        Self.cut(first.value.socket, SHUT_RDWR)
        state.open[first.key]?.due = .now + .seconds(86_400)
      }
      state.next += 1
      state.open[state.next] = (socket, .now + patience)
      if state.isClosing { Self.cut(socket, SHUT_RD) }
      return state.next
    }
  }

  func remove(_ id: Int) { state.withLock { _ = $0.open.removeValue(forKey: id) } }

  /// Restarts a connection's time, since something happened on it.
  func extend(_ id: Int) { state.withLock { $0.open[id]?.due = .now + patience } }

  /// Cuts the connections whose time is over.
  func cutOverdue() {
    state.withLock { state in
      let now = ContinuousClock.now
      for connection in state.open.values where connection.due < now {
        Self.cut(connection.socket, SHUT_RDWR)
      }
    }
  }

  /// Stops taking requests; answers are still sent.
  func close() {
    state.withLock { state in
      state.isClosing = true
      for connection in state.open.values { Self.cut(connection.socket, SHUT_RD) }
    }
  }

  /// Signals that no more answers follow, so that the browser sees the end.
  static func endOutflow(of socket: Socket) { cut(socket, SHUT_WR) }

  private static func cut(_ socket: Socket, _ side: some BinaryInteger) {
    _ = shutdown(socket.file.rawValue, Int32(side))
  }
}
