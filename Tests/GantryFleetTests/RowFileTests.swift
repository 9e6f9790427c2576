// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantrySupport
import LaunchFixture
import LogFixture
import Testing

@testable import GantryFleet

/// Files of rows that a power cut, another program or a person has damaged.
@Suite struct RowFileTests {
  /// Lines that aren't whole rows, and what a row of a launch is in a file.
  static let damage: [(name: String, bytes: [UInt8])] = [
    ("zeros", [UInt8](repeating: 0, count: 40)), ("a beginning", Array(#"{"v":1,"id""#.utf8)),
    ("half a row", Array(#"{"v":1,"id":"90ab","app":"sho"#.utf8)),
    ("a number", Array("7".utf8)), ("another object", Array(#"{"theme":"dark"}"#.utf8)),
    ("a list", Array("[\(whole)]".utf8)), ("two rows on a line", Array("\(whole)\(whole)".utf8)),
    ("a row of another version", Array(#"{"v":2,"id":"1","plan":"2"}"#.utf8)),
    (
      "a name that isn't UTF-8", Array(#"{"v":1,"id":"1","plan":"#.utf8) + [0x22, 0xff, 0x22, 0x7d]
    ),
    ("deep nesting", Array(repeating: UInt8(ascii: "["), count: 5_000)),
  ]
  static let whole = #"{"v":1,"id":"0000000000000001","plan":"00000000000000aa","ready":1}"#

  @Test func `a process that keeps the file locked is waited for only so long`() async throws {
    try await withFile(Data()) { file, log in
      guard let lock = try FileLock(file + ".lock") else {
        Issue.record("it is locked")
        return
      }
      var rows = RowFile(path: file, limit: 1_000, logger: log.logger)
      rows.patience = .milliseconds(10)
      #expect(
        throws: LaunchRowsError.unusable(
          file: file, reason: "another process has kept it locked for 10.0 ms")
      ) {
        try rows.rows()
      }
      _ = consume lock
      #expect(try rows.rows() == [])
    }
  }

  @Test(arguments: damage.indices)
  func `damaged lines are set aside with a warning, and whole rows are sent`(
    index: Int
  ) async throws {
    let bytes = Self.damage[index].bytes
    let contents: [[UInt8]] = [
      bytes, Array("\(Self.whole)\n".utf8) + bytes, bytes + Array("\n\(Self.whole)\n".utf8),
    ]
    for content in contents {
      try await withFile(Data(content)) { file, log in
        let sent = Mutex<[String]>([])
        let rows = LaunchRows(file: file, of: .sample(), logger: log.logger) { rows in
          sent.withLock { $0 += rows }
        }
        try await rows.add(Self.launch())
        try await rows.add(Self.launch())
        let texts = sent.withLock(\.self)
        #expect(texts.count == (content == bytes ? 2 : 3))
        #expect(content == bytes || texts.first == Self.whole)
        for text in texts { _ = try JSONSerialization.jsonObject(with: Data(text.utf8)) }
        #expect(try Data(contentsOf: URL(filePath: "\(file).damaged-1")) == Data(bytes))
        #expect(!FileManager.default.fileExists(atPath: "\(file).damaged-2"))
        #expect(
          log.lines == [
            "warning the file of launch rows '\(file)' had 1 damaged line, now set aside as "
              + "'\(file).damaged-1'"
          ])
      }
    }
  }

  @Test(arguments: ["\n", "\r\n", "\n  \t \n\r\n", "\n\u{FEFF}"])
  func `rows whose lines end in another way are whole, as they are with blank lines and marks`(
    end: String
  ) async throws {
    try await withFile(Data("\(end)\(Self.whole)\(end)\(Self.whole)\(end)".utf8)) { file, log in
      let sent = Mutex<[String]>([])
      let rows = LaunchRows(file: file, of: .sample(), logger: log.logger) { rows in
        sent.withLock { $0 += rows }
      }
      try await rows.sendAll()
      #expect(sent.withLock(\.self) == [Self.whole, Self.whole])
      #expect(try Data(contentsOf: URL(filePath: file)).isEmpty)
      #expect(log.lines.isEmpty)
    }
  }

  @Test func `of the files that are set aside, nine are kept`() async throws {
    try await withFile(Data()) { file, log in
      let rows = LaunchRows(file: file, of: .sample(), logger: log.logger) { _ in }
      for number in 1...10 {
        try Data("\(number)".utf8).write(to: URL(filePath: file))
        try await rows.sendAll()
      }
      let aside = try (1...9).map { try Data(contentsOf: URL(filePath: "\(file).damaged-\($0)")) }
      #expect(aside.map { String(decoding: $0, as: UTF8.self) }.last == "10")
      #expect(!FileManager.default.fileExists(atPath: "\(file).damaged-10"))
      #expect(log.lines.count == 10)
    }
  }

  @Test func `a file that is too large for rows is set aside as a whole`() async throws {
    try await withFile(Data()) { file, log in
      // A file with a hole takes no space.
      let handle = try FileHandle(forWritingTo: URL(filePath: file))
      try handle.truncate(atOffset: 1 << 26 + 1)
      try handle.close()
      let rows = LaunchRows(file: file, of: .sample(), logger: log.logger, send: nil)
      try await rows.add(Self.launch())
      #expect(try String(contentsOf: URL(filePath: file), encoding: .utf8).hasPrefix(#"{"v":1"#))
      #expect(FileManager.default.fileExists(atPath: "\(file).damaged-1"))
      #expect(
        log.lines == [
          "warning the file of launch rows '\(file)' had more than 67108864 bytes, and was set "
            + "aside as '\(file).damaged-1'"
        ])
    }
  }

  private static func launch() throws -> LaunchReport {
    var sketch = ReportSketch(ready: 1)
    sketch.ran("A", 0, 0, 1)
    return try sketch.report().circumstantial()
  }

  private func withFile(
    _ data: Data, _ body: (String, LogRecorder) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rows-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "launches.ndjson")
    try data.write(to: file)
    try await body(file.path, LogRecorder())
  }
}
