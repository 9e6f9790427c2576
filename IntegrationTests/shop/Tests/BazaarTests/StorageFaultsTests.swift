// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GantryTesting
import Storage
import StorageAPI
import Testing

/// Interference with the file by other programs and the system.
@Suite struct StorageFaultsTests {
  struct Note: StoredRecord, Equatable {
    static var table: String { "notes" }
    static var columns: [StorageColumn] { [.text("text")] }

    let text: String
  }

  struct Copy: StoredRecord, Equatable {
    static var table: String { "copies" }
    static var columns: [StorageColumn] { [.text("text")] }

    let text: String
  }

  private func start(_ path: String) async throws -> (TestApplication, any StorageService) {
    let host = try await TestApplication.start(
      StorageModule.self,
      configuration: [
        "Storage.database": .string(path),
        "Storage.patience": 1,
      ])
    let storage = try host.application.services.resolve((any StorageService).self)
    try await storage.prepare(Note.self)
    return (host, storage)
  }

  @Test func `two records are stored together, or neither is`() async throws {
    let folder = try TemporaryFolder()
    let (host, storage) = try await start(folder.path("notes.sqlite"))
    let note = Note(text: "a")
    await #expect(throws: StorageError.self) {
      try await storage.append(note) { Copy(text: "\($0)") }
    }
    #expect(try await storage.oldest(Note.self, limit: 1).isEmpty)
    try await storage.prepare(Copy.self)
    #expect(try await storage.append(note) { Copy(text: "of \($0)") } == 1)
    #expect(try await storage.oldest(Copy.self, limit: 1).map(\.record.text) == ["of 1"])
    await host.stop()
  }

  @Test func `a record is replaced once, however many try it`() async throws {
    let folder = try TemporaryFolder()
    let (host, storage) = try await start(folder.path("notes.sqlite"))
    try await storage.append(Note(text: "a"))
    let notes = try await storage.oldest(Note.self, limit: 1)
    let note = try #require(notes.first)
    // If the other record cannot be stored, the first stays.
    await #expect(throws: StorageError.self) {
      try await storage.replace(note, with: Copy(text: "b"))
    }
    #expect(try await storage.oldest(Note.self, limit: 1).count == 1)
    try await storage.prepare(Copy.self)
    let replaced = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { try await storage.replace(note, with: Copy(text: "b")) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(replaced.filter(\.self).count == 1)
    #expect(try await storage.oldest(Note.self, limit: 1).isEmpty)
    #expect(try await storage.oldest(Copy.self, limit: 9).count == 1)
    await host.stop()
  }

  @Test func `a file has one instance of the app at a time`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let (first, _) = try await start(path)
    // Another name for the same file does not get around the lock.
    let link = folder.path("link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    for path in [path, link] {
      let error = await #expect(throws: TestApplicationError.self) { try await start(path) }
      let words = "another Bazaar has it open. End the other one, or give this one a file"
      #expect(error.map { "\($0)" }?.contains(words) == true)
    }
    await first.stop()
    let (second, _) = try await start(path)
    await second.stop()
  }

  @Test func `a file that another program has locked for too long is told from a broken one`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let (host, storage) = try await start(path)
    // The app's own work after ready locks the file, too.
    await host.waitUntilIdle()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    let busy = StorageError.busy(table: "notes")
    await #expect(throws: busy) { try await storage.append(Note(text: "a")) }
    await #expect(throws: busy) { try await storage.oldest(Note.self, limit: 1) }
    await host.stop()
    let error = await #expect(throws: TestApplicationError.self) { try await start(path) }
    let words = "database is locked. Wait until the other program is done with it"
    #expect(error.map { "\($0)" }?.contains(words) == true)
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    let (again, _) = try await start(path)
    await again.stop()
  }

  /// The file or folder that its permissions protect from writing.
  @Test(
    .enabled(if: geteuid() != 0, "root may write everything"),
    arguments: [("notes.sqlite", 0o444), (".", 0o555), ("notes.sqlite.lock", 0o444)])
  func `what cannot be written is noticed at the start`(name: String, rights: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let (host, _) = try await start(path)
    await host.stop()
    func set(_ rights: Int) throws {
      try FileManager.default.setAttributes(
        [.posixPermissions: rights], ofItemAtPath: folder.path(name))
    }
    try set(rights)
    defer { try? set(0o755) }
    let error = await #expect(throws: TestApplicationError.self) { try await start(path) }
    #expect(error.map { "\($0)" }?.contains("Let this user write the file") == true)
  }
}
