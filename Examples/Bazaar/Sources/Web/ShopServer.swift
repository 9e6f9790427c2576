// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import FlyingFox
internal import FlyingSocks
internal import Foundation
internal import Synchronization

/// Listens on the loopback address of this machine, and on no other.
final class ShopServer: Sendable {
  private struct Running {
    let server: HTTPServer
    let task: Task<Void, Never>
    let port: Int
  }

  private let front: Front
  // Guards that there is one server at a time.
  private let running = Mutex<Running?>(nil)

  init(front: Front) { self.front = front }

  /// Where browsers find it; nil while it is closed.
  var address: String? { running.withLock { $0 }.map { "http://127.0.0.1:\($0.port)" } }

  /// Begins to listen; returns when it does.
  ///
  /// - Parameter port: The port; 0 takes one that is free.
  /// - Throws: ``WebError``.
  func start(port: Int) async throws(WebError) {
    guard let number = UInt16(exactly: port),
      let address = try? sockaddr_in.inet(ip4: "127.0.0.1", port: number)
    else { throw .noPort(port) }
    // What is longer than a form may be is not kept for a second reading.
    let server = HTTPServer(
      config: .init(
        address: address, sharedRequestReplaySize: Front.longestForm, logger: .disabled),
      handler: front)
    let (ends, end) = AsyncStream.makeStream(of: WebError?.self)
    let task = Task {
      do {
        try await server.run()
      } catch {
        end.yield(Self.wrap(error, port))
      }
    }
    let waiting = Task {
      try await server.waitUntilListening()
      end.yield(nil)
    }
    let failure = await ends.first { _ in true } ?? nil
    waiting.cancel()
    if let failure { throw failure }
    guard case .ip4(_, let actual)? = await server.listeningAddress else {
      throw .notListening(port, reason: "it has no address")
    }
    running.withLock { $0 = Running(server: server, task: task, port: Int(actual)) }
    front.replaceHosts(port: Int(actual))
  }

  /// Closes: requests that are being answered have a second to end.
  func stop() async {
    let running = running.withLock { running in
      defer { running = nil }
      return running
    }
    guard let running else { return }
    await running.server.stop(timeout: 1)
    await running.task.value
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
