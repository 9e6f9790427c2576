// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GantryTesting
import Storage
import StorageAPI
import Testing

@Suite struct StorageTests {
  struct Note: StoredRecord, Equatable {
    static var table: String { "notes" }
    static var columns: [StorageColumn] { [.text("text"), .integer("stars")] }

    let text: String
    let stars: Int
  }

  private func start(
    _ path: String, patience: Int = 2000
  ) async throws -> (TestApplication, any StorageService) {
    let host = try await TestApplication.start(
      StorageModule.self,
      configuration: [
        "Storage.database": .string(path),
        "Storage.patience": .int(patience),
      ])
    return (host, try host.application.services.resolve((any StorageService).self))
  }

  @Test func `records are there after a restart, in their order`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let notes = [
      Note(text: "it's \"quoted\"; DROP TABLE notes", stars: 5), Note(text: "", stars: -1),
    ]
    let (first, storage) = try await start(path)
    try await storage.prepare(Note.self)
    for note in notes { try await storage.append(note) }
    await first.stop()

    let (second, again) = try await start(path)
    try await again.prepare(Note.self)
    let stored = try await again.oldest(Note.self, limit: 10)
    #expect(stored.map(\.record) == notes)
    #expect(stored.map(\.number) == [1, 2])
    await second.stop()
  }

  /// The same notes as a newer version of the app has them.
  struct DatedNote: StoredRecord, Equatable {
    static var table: String { "notes" }
    static var columns: [StorageColumn] { Note.columns }
    static var addedColumns: [StorageColumn] { [.integer("day"), .text("place")] }
    static var indexedColumns: [String] { ["place"] }

    let text: String
    let stars: Int
    let day: Int
    let place: String
  }

  @Test(arguments: [false, true])
  func `a file of an older version is brought up to date, once`(isListed: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("notes.sqlite")
    if isListed {
      let (old, storage) = try await start(path)
      try await storage.prepare(Note.self)
      try await storage.append(Note(text: "old", stars: 3))
      await old.stop()
    } else {
      // As the app wrote it before it kept a list of finished steps.
      try await DatabaseQueue(path: path).write { database in
        try database.execute(
          sql: """
            CREATE TABLE notes (number INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, \
            stars INTEGER NOT NULL); INSERT INTO notes (text, stars) VALUES ('old', 3)
            """)
      }
    }
    for launch in 1...2 {
      let (host, storage) = try await start(path)
      try await storage.prepare(DatedNote.self)
      try await storage.append(DatedNote(text: "new", stars: launch, day: 9, place: "Oslo"))
      let stored = try await storage.oldest(DatedNote.self, limit: 10).map(\.record)
      #expect(stored.count == launch + 1)
      #expect(stored.first == DatedNote(text: "old", stars: 3, day: 0, place: ""))
      await host.stop()
    }
  }

  @Test func `records are found by a text`() async throws {
    let folder = try TemporaryFolder()
    let (_, storage) = try await start(folder.path("notes.sqlite"))
    try await storage.prepare(Note.self)
    for (index, text) in ["a", "b", "' OR 1=1 --", "a"].enumerated() {
      try await storage.append(Note(text: text, stars: index))
    }
    func numbers(_ text: String, _ limit: Int, after skipped: Int = 0) async throws -> [Int] {
      try await storage.newest(
        Note.self, where: "text", is: text, limit: limit, after: skipped
      ).map(\.number)
    }
    #expect(try await numbers("a", 9) == [4, 1])
    #expect(try await numbers("a", 1) == [4])
    #expect(try await numbers("a", 9, after: 1) == [1])
    #expect(try await numbers("c", 9).isEmpty)
    #expect(try await storage.count(Note.self, where: "text", is: "a") == 2)
    #expect(try await storage.count(Note.self, where: "text", is: "' OR 1=1 --") == 1)
    #expect(try await storage.record(Note.self, numbered: 2) == Note(text: "b", stars: 1))
    #expect(try await storage.record(Note.self, numbered: 9) == nil)
    let reason = "no such column: color"
    await #expect(throws: StorageError.reading(table: "notes", reason: reason)) {
      try await storage.count(Note.self, where: "color", is: "a")
    }
  }

  @Test func `what was never prepared cannot be used`() async throws {
    let folder = try TemporaryFolder()
    let (_, storage) = try await start(folder.path("notes.sqlite"))
    await #expect(throws: StorageError.reading(table: "notes", reason: "no such table: notes")) {
      try await storage.oldest(Note.self, limit: 1)
    }
    await #expect(throws: StorageError.writing(table: "notes", reason: "no such table: notes")) {
      try await storage.append(Note(text: "x", stars: 1))
    }
  }

  @Test(arguments: [
    ("no/such/folder/notes.sqlite", "there is no such folder"),
    ("text.sqlite", "file is not a database"), ("a\0b.sqlite", "no file has such a name"),
  ])
  func `a file that cannot be used stops the launch and says why`(
    name: String, reason: String
  ) async throws {
    let folder = try TemporaryFolder()
    try Data(String(repeating: "plain text ", count: 100).utf8)
      .write(to: folder.url.appending(path: "text.sqlite"))
    let path = "\(folder.url.path)/\(name)"
    let error = await #expect(throws: TestApplicationError.self) { try await start(path) }
    let words = "the database '\(path)' cannot be opened for writing: \(reason)"
    #expect(error.map { "\($0)" }?.contains(words) == true)
  }

  @Test func `without a file name the app does not start`() async throws {
    await #expect(throws: TestApplicationError.self) {
      try await TestApplication.start(StorageModule.self)
    }
  }
}
