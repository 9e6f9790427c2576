// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Foundation
  import Gantry
  import Glibc

  @testable import GantryInspector

  /// A socket that answers one client as an app would, but sends it the signal of Control-C each time that
  /// it waits for an answer.
  enum HesitantApp {
    /// Begins to listen.
    ///
    /// - Returns: The path of the socket, which exists until the client ends.
    static func start() throws -> String {
      let folder = "/tmp/gantry-test-\(UUID().uuidString.prefix(8))"
      let listener = try InspectorSocket.listener(in: folder)
      let state = InspectedApp(
        program: "Shop", process: 1, state: "ready", waits: [], safeMode: nil,
        allowsChanges: false, recordedSeconds: 0, modules: [])
      let answer = InspectorReply(
        app: state, manifest: Application(modules: [], reports: .never).manifest, entries: [],
        values: [], lines: [], runs: [])
      // On a thread of its own, because it waits for the client.
      Thread.detachNewThread {
        var polled = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, 60_000)
        let client = accept(listener.descriptor, nil, nil)
        var question = [UInt8](repeating: 0, count: 4_096)
        // The client asks one question after the other, each in one piece.
        while recv(client, &question, question.count, 0) > 0 {
          interrupt(client)
          _ = InspectorSocket.send(answer.line, to: client)
        }
        for descriptor in [client, listener.descriptor] { close(descriptor) }
        try? FileManager.default.removeItem(atPath: folder)
      }
      return listener.path
    }

    /// Sends the signal while the client waits, and returns when that wait was interrupted.
    private static func interrupt(_ client: Int32) {
      // The process, the user and the group.
      var peer: [pid_t] = [0, 0, 0]
      var size = socklen_t(MemoryLayout<pid_t>.size * peer.count)
      getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &size)
      var sleeps: String?
      // The client has asked, so its main thread sleeps only while it waits for the answer.
      wait(for: peer[0]) { status in
        sleeps = status["voluntary_ctxt_switches"]
        let caught = status["SigCgt"].flatMap { UInt64($0, radix: 16) } ?? 0
        return status["State"] == "S (sleeping)" && caught >> UInt64(SIGINT - 1) & 1 == 1
      }
      // A signal to the whole process could be read by another thread before it interrupts this one.
      typealias ThreadKill = @convention(c) (pid_t, pid_t, Int32) -> Int32
      // Swift doesn't see its declaration.
      _ = unsafeBitCast(dlsym(nil, "tgkill"), to: ThreadKill.self)(peer[0], peer[0], SIGINT)
      // It sleeps again, or ends.
      wait(for: peer[0]) { $0["voluntary_ctxt_switches"] != sleeps }
    }

    /// Waits for a state of the main thread of a process, or for the end of the process.
    private static func wait(for process: pid_t, _ isReached: ([String: String]) -> Bool) {
      while let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) {
        let fields = text.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 1) }
        let values = fields.map { ("\($0[0])", $0[1].trimmingCharacters(in: .whitespaces)) }
        if isReached(Dictionary(values) { $1 }) { return }
        sched_yield()
      }
    }
  }
#endif
