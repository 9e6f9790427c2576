// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantrySupport
import LaunchFixture
import Testing

@testable import GantryFleet

@Suite struct LaunchRowsTests {
  private struct NoNetwork: Error {}

  /// Takes rows, or refuses them.
  private final class Server: Sendable {
    let taken = GantrySupport.Mutex<[[String]]>([])
    let isDown = GantrySupport.Mutex(false)

    func take(_ rows: [String]) throws {
      if isDown.withLock(\.self) { throw NoNetwork() }
      taken.withLock { $0.append(rows) }
    }

    var rows: [Row] {
      get throws { try taken.withLock(\.self).flatMap(\.self).map { try Row($0) } }
    }
  }

  @Test func `rows are sent, and then gone; only the first row of a plan names its tasks`()
    async throws
  {
    try await withFolder { folder in
      let server = Server()
      let rows = LaunchRows(file: folder + "/rows", of: .sample()) { try server.take($0) }
      try await rows.add(Self.launch())
      try await rows.add(Self.launch())
      try await rows.add(Self.launch("Other"))
      let sent = try server.rows
      #expect(sent.map(\.tasks) == [["A"], nil, ["Other"]])
      #expect(Set(sent.map(\.id)).count == 3)
      #expect(sent[0].plan == sent[1].plan && sent[1].plan != sent[2].plan)
      #expect(try Data(contentsOf: URL(filePath: folder + "/rows")).isEmpty)
    }
  }

  @Test
  func `rows that can't be sent are kept, and sent by the next launch with the names of the tasks`()
    async throws
  {
    try await withFolder { folder in
      let server = Server()
      server.isDown.withLock { $0 = true }
      let first = LaunchRows(file: folder + "/rows", of: .sample()) { try server.take($0) }
      await #expect(throws: NoNetwork.self) { try await first.add(Self.launch()) }
      await #expect(throws: NoNetwork.self) { try await first.add(Self.launch()) }
      server.isDown.withLock { $0 = false }
      let next = LaunchRows(file: folder + "/rows", of: .sample()) { try server.take($0) }
      try await next.sendAll()
      #expect(try server.rows.map(\.tasks) == [["A"], ["A"]])
      #expect(server.taken.withLock(\.count) == 1)
    }
  }

  @Test func `without a way to send, rows stay in the file, one on each line`() async throws {
    try await withFolder { folder in
      let rows = LaunchRows(file: folder + "/rows", of: .sample(), send: nil)
      try await rows.add(Self.launch())
      try await rows.add(Self.launch())
      let lines = try Self.lines(of: folder + "/rows")
      #expect(try lines.map { try Row($0).tasks } == [["A"], nil])
    }
  }

  @Test
  func `a full file drops the oldest rows, and the rows that follow say how many are missing`()
    async throws
  {
    try await withFolder { folder in
      let one = try #require(Self.launch().row(of: .sample())).utf8.count
      let rows = LaunchRows(file: folder + "/rows", of: .sample(), limit: 3 * one, send: nil)
      for _ in 0..<20 { try await rows.add(Self.launch()) }
      let kept = try Self.lines(of: folder + "/rows").map { try Row($0) }
      #expect((2...3).contains(kept.count))
      #expect(kept.compactMap(\.dropped).reduce(kept.count, +) == 20)
      #expect(try Data(contentsOf: URL(filePath: folder + "/rows")).count <= 3 * one)
    }
  }

  @Test func `a row that is larger than the file may be is an error that names both sizes`()
    async throws
  {
    try await withFolder { folder in
      let rows = LaunchRows(file: folder + "/rows", of: .sample(), limit: 100, send: nil)
      let error = await #expect(throws: LaunchRowsError.self) { try await rows.add(Self.launch()) }
      guard case .tooLarge(let bytes, 100) = error else {
        Issue.record("another error: \(String(describing: error))")
        return
      }
      #expect(bytes > 100)
      #expect(error?.description.contains("Pass a larger `limit`") == true)
    }
  }

  @Test func `a row without room for the names of its tasks has none`() async throws {
    try await withFolder { folder in
      let report = try Self.launch(String(repeating: "n", count: 500))
      let rows = LaunchRows(file: folder + "/rows", of: .sample(), limit: 700, send: nil)
      try await rows.add(report)
      #expect(try Self.lines(of: folder + "/rows").map { try Row($0).tasks } == [nil])
    }
  }

  @Test func `what a process leaves when it dies while it writes does no harm`() async throws {
    try await withFolder { folder in
      let path = folder + "/rows"
      try Data("{\"v\":1,\"id\":\"half".utf8).write(to: URL(filePath: path + ".new"))
      let rows = LaunchRows(file: path, of: .sample(), send: nil)
      try await rows.add(Self.launch())
      #expect(try Self.lines(of: path).count == 1)
    }
  }

  @Test
  func `a row that is added while others are being sent is sent after them, by the same call`()
    async throws
  {
    try await withFolder { folder in
      let server = Server()
      let began = Promise<Void>()
      let mayEnd = Promise<Void>()
      let rows = LaunchRows(file: folder + "/rows", of: .sample()) { rows in
        began.resolve(())
        await mayEnd.value()
        try server.take(rows)
      }
      let first = Task { try await rows.add(Self.launch()) }
      await began.value()
      try await rows.add(Self.launch("Later"))
      #expect(server.taken.withLock { $0 }.isEmpty)
      mayEnd.resolve(())
      try await first.value
      #expect(try server.rows.map(\.tasks) == [["A"], ["Later"]])
    }
  }

  private static func launch(_ name: String = "A") throws -> LaunchReport {
    var sketch = ReportSketch(ready: 1)
    sketch.ran(name, 0, 0, 1)
    return try sketch.report().circumstantial()
  }

  private static func lines(of path: String) throws -> [String] {
    try String(contentsOf: URL(filePath: path), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  private func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
  }
}
