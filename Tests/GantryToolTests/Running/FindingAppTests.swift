// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryTool

/// Apps that can't be found or connected to.
@Suite struct FindingAppTests {
  @Test func `an app that runs but takes no connection is named`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "find-\(UUID())")
    let sockets = folder.appending(path: "gantry")
    try FileManager.default.createDirectory(
      at: sockets, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    let environment = ["XDG_RUNTIME_DIR": folder.path]
    // A process that runs, and in which no other test starts an app.
    let process = "\(getppid())"
    let socket = sockets.appending(path: "\(process).sock")
    try Data().write(to: socket)
    let error = #expect(throws: ToolFailure.self) { try RunningApp.find(process, environment) }
    #expect(error?.exit == .unavailable)
    #expect(
      error?.message == """
        The app at \(socket.path) accepts no connection. Other tools may be connected to it: it serves \
        eight at a time.
        """)
    try FileManager.default.removeItem(at: socket)
    let none = #expect(throws: ToolFailure.self) { try RunningApp.find(process, environment) }
    #expect(none?.message.hasPrefix("Process \(process) is no app that can be inspected.") == true)
  }

  #if canImport(Glibc)
    @Test func `an app that is suspended is said at once, with what to do`() throws {
      let suspended = try SuspendedApp()
      let environment = ["XDG_RUNTIME_DIR": suspended.folder]
      let advice = """
        The app at \(suspended.socket) is suspended. Continue it with `kill -CONT \(suspended.process)`.
        """
      let clock = ContinuousClock()
      let time = try clock.measure {
        let app = try RunningApp.find("\(suspended.process)", environment)
        let error = #expect(throws: ToolFailure.self) { try app.state() }
        #expect(error?.message == advice && error?.exit == .unavailable)
      }
      #expect(time < .seconds(30), "The wait for an app that runs is longer.")
      // Nobody accepts connections, so that no more fit at some time.
      var clients: [RunningApp] = []
      while let client = try? RunningApp(at: suspended.socket) { clients.append(client) }
      let error = #expect(throws: ToolFailure.self) {
        try RunningApp.find("\(suspended.process)", environment)
      }
      #expect(!clients.isEmpty && error?.message == advice)
    }

    @Test func `a process that runs isn't suspended`() {
      #expect(SuspendedProcess(getpid()) == nil)
    }
  #endif

  @Test func `the path of a socket may be relative`() {
    let error = #expect(throws: ToolFailure.self) { try RunningApp.find("none.sock", [:]) }
    #expect(error?.message.hasPrefix("no app answers at none.sock: ") == true)
  }
}
