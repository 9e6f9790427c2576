// SPDX-License-Identifier: Apache-2.0

internal import FlyingFox
internal import FlyingSocks
internal import Foundation
internal import Synchronization

/// Listens on the loopback address of this machine, and on no other.
final class ShopServer: Sendable {
  private struct Running {
    let connections: Connections
    let accepting: Task<Void, Never>
    let serving: Task<Void, Never>
    let port: Int
  }

  private let front: Front
  private let patience: Duration
  // Invariant: there is at most one server at a time.
  private let running = Mutex<Running?>(nil)

  /// Creates a server that is not open yet.
  ///
  /// - Parameters:
  ///   - front: The part that answers requests.
  ///   - patience: How long a request may take to arrive.
  init(front: Front, patience: Duration) {
    self.front = front
    self.patience = patience
  }

  /// Where browsers find it; nil while it is closed.
  var address: String? { running.withLock { $0 }.map { "http://127.0.0.1:\($0.port)" } }

  /// Starts to listen; returns once it does.
  ///
  /// - Parameter port: The port; 0 takes one that is free.
  /// - Throws: ``WebError``.
  func start(port: Int) async throws(WebError) {
    guard let number = UInt16(exactly: port),
      let address = try? sockaddr_in.inet(ip4: "127.0.0.1", port: number)
    else { throw .noPort(port) }
    let pool = HTTPServer.defaultPool()
    let listener: AsyncSocket
    do {
      try await pool.prepare()
      let socket = try Socket(domain: AF_INET)
      try socket.setValue(true, for: .localAddressReuse)
      try socket.bind(to: address)
      try socket.listen()
      listener = try AsyncSocket(socket: socket, pool: pool)
    } catch {
      throw Self.wrap(error, port)
    }
    guard case .ip4(_, let actual)? = try? listener.socket.sockname() else {
      throw .notListening(port, reason: "it has no address")
    }
    front.replaceHosts(port: Int(actual))
    let connections = Connections(patience: patience)
    let (sockets, incoming) = AsyncStream.makeStream(of: AsyncSocket.self)
    let accepting = Task { await Self.accept(listener, incoming) }
    let serving = Task { await serve(sockets, pool, connections) }
    running.withLock {
      $0 = Running(
        connections: connections, accepting: accepting, serving: serving, port: Int(actual))
    }
  }

  /// Closes the shop; requests that are being answered have a second to end.
  func stop() async {
    let running = running.withLock { running in
      defer { running = nil }
      return running
    }
    guard let running else { return }
    running.accepting.cancel()
    running.connections.close()
    let cut = Task {
      try await Task.sleep(for: .seconds(1))
      running.serving.cancel()
    }
    await running.serving.value
    cut.cancel()
  }

  private static func accept(
    _ listener: AsyncSocket, _ incoming: AsyncStream<AsyncSocket>.Continuation
  ) async {
    while !Task.isCancelled {
      do {
        incoming.yield(try await listener.accept())
      } catch {
        // With too many files open, the only remedy is to wait until some are closed.
        try? await Task.sleep(for: .milliseconds(50))
      }
    }
    try? listener.close()
    incoming.finish()
  }

  private func serve(
    _ sockets: AsyncStream<AsyncSocket>, _ pool: some AsyncSocketPool, _ connections: Connections
  ) async {
    await withDiscardingTaskGroup { around in
      around.addTask { try? await pool.run() }
      around.addTask {
        while (try? await Task.sleep(for: .seconds(1))) != nil { connections.cutOverdue() }
      }
      await withDiscardingTaskGroup { group in
        for await socket in sockets {
          let id = connections.insert(socket.socket)
          group.addTask {
            await Conversation(socket: socket, front: self.front) { connections.extend(id) }
              .hold { connections.isClosing }
            connections.remove(id)
            try? socket.close()
          }
        }
      }
      around.cancelAll()
    }
  }

  private static func wrap(_ error: any Error, _ port: Int) -> WebError {
    guard case SocketError.failed(_, let number, let message) = error else {
      return .notListening(port, reason: "\(error)")
    }
    switch number {
    case EADDRINUSE: return .portTaken(port)
    case EACCES, EPERM: return .portForbidden(port)
    default: return .notListening(port, reason: message)
    }
  }
}
