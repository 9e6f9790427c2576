// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import GantrySupport

/// Serves the clients of the inspector, on threads of its own, so that no client can hold the app.
///
/// Everything that clients can take is bounded: connections, the length of a line, time, and half of
/// a processor after the first second.
final class InspectorServer: Sendable {
  /// The largest number of connections; further clients wait in the system's queue.
  private static let connections = 8
  /// The longest line of a request, in bytes.
  private static let longestLine = 4_096

  /// An answer that may come too late.
  private final class Late: Sendable {
    let answer = LockedBox<InspectorReply>()
  }

  private struct State {
    var listener: (descriptor: Int32, path: String)?
    var connections: Set<Int32> = []
  }

  // Invariant: the descriptors in it are open, since each leaves it before it is closed.
  private let state = Mutex(State())
  /// Answers one request at a time. By this time, rests have been as long as all answers; none is
  /// made while it is more than a second away.
  private let turn = Mutex(ContinuousClock.now)
  private let answers: InspectorAnswers
  /// The longest time to send a request, to read an answer, or to do nothing.
  private let patience: Duration

  init(_ answers: InspectorAnswers, patience: Duration = .seconds(5)) {
    (self.answers, self.patience) = (answers, patience)
  }

  /// Begins to listen.
  ///
  /// - Returns: The path of the socket.
  /// - Throws: ``InspectorError``.
  func open(in folder: String) throws(InspectorError) -> String {
    let listener = try InspectorSocket.listener(in: folder)
    state.withLock { $0.listener = listener }
    Thread.detachNewThread { [self] in
      InspectorSocket.removeDead(in: folder)
      acceptClients(of: listener.descriptor)
      answers.recorder.expire(now: nil)
      Foundation.close(listener.descriptor)
    }
    return listener.path
  }

  /// Removes the socket and ends all connections, without a wait; more calls have no effect.
  func close() {
    let path = state.withLock { state -> String? in
      for descriptor in state.connections { shutdown(descriptor, Int32(SHUT_RDWR)) }
      // Wakes the thread on Linux.
      if let listener = state.listener { shutdown(listener.descriptor, Int32(SHUT_RDWR)) }
      return exchange(&state.listener, with: nil)?.path
    }
    guard let path else { return }
    #if canImport(Darwin)
      if let client = try? InspectorSocket.client(of: path) { Foundation.close(client) }
    #endif
    unlink(path)
  }

  /// Accepts clients, and serves each on another thread, until the server is closed.
  private func acceptClients(of listener: Int32) {
    while true {
      var polled = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, -1)
      let (isOpen, count) = state.withLock { ($0.listener != nil, $0.connections.count) }
      guard isOpen else { return }
      let descriptor = count < Self.connections ? accept(listener, nil, nil) : -1
      if descriptor >= 0 {
        InspectorSocket.prepare(descriptor)
        state.withLock { _ = $0.connections.insert(descriptor) }
        Thread.detachNewThread { [self] in
          let isOpen = state.withLock { $0.listener != nil }
          if isOpen, InspectorSocket.isOfSameUser(descriptor) { serve(descriptor) }
          state.withLock { _ = $0.connections.remove(descriptor) }
          Foundation.close(descriptor)
        }
      }
      // A flood of clients, or a process without descriptors, takes no processor.
      Thread.sleep(forTimeInterval: descriptor >= 0 ? 0.001 : 0.02)
    }
  }

  private func serve(_ descriptor: Int32) {
    var input = Data()
    var deadline = ContinuousClock.now + patience
    while true {
      if let end = input.firstIndex(of: 10) {
        let line = Data(input[..<end])
        input = Data(input[(end + 1)...])
        guard send(reply(to: line), to: descriptor) else { return }
        deadline = .now + patience
      } else if input.count > Self.longestLine {
        _ = send(InspectorReply(error: "the request is too long"), to: descriptor)
        return
      } else {
        var bytes = [UInt8](repeating: 0, count: Self.longestLine + 1)
        guard wait(for: POLLIN, descriptor, until: deadline),
          case let count = recv(descriptor, &bytes, bytes.count, 0), count > 0
        else { return }
        input.append(contentsOf: bytes.prefix(count))
      }
    }
  }

  private func reply(to line: Data) -> InspectorReply {
    let answer = turn.withLock { rest in
      Thread.sleep(forTimeInterval: max(0, (rest - .now).milliseconds / 1_000 - 1))
      let began = ContinuousClock.now
      defer { rest = max(rest, .now) + (.now - began) }
      return answers.answer(to: line)
    }
    switch answer {
    case .now(let reply): return reply
    case .later(let work):
      let (reply, isDone) = (Late(), DispatchSemaphore(value: 0))
      let task = Task.detached {
        let answer = await work()
        reply.answer.put(answer)
        isDone.signal()
      }
      _ = isDone.wait(timeout: .now() + 30)
      task.cancel()
      return reply.answer.value ?? InspectorReply(error: "no answer came within 30 s")
    }
  }

  /// Sends a line; false if the client doesn't read it in time.
  private func send(_ reply: InspectorReply, to descriptor: Int32) -> Bool {
    var rest = reply.line[...]
    let deadline = ContinuousClock.now + patience
    while !rest.isEmpty {
      guard wait(for: POLLOUT, descriptor, until: deadline),
        case let count = InspectorSocket.send(rest, to: descriptor), count > 0
      else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private func wait(
    for event: Int32, _ descriptor: Int32, until deadline: ContinuousClock.Instant
  ) -> Bool {
    while case let time = (deadline - .now).milliseconds.rounded(.up), time > 0 {
      var polled = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      let ready = poll(&polled, 1, Int32(time))
      // A signal to the app doesn't end the wait.
      if ready >= 0 || errno != EINTR { return ready > 0 }
    }
    return false
  }
}
