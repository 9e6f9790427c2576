// SPDX-License-Identifier: Apache-2.0

import StorageAPI
import Testing

@testable import Storage

@Suite struct DatabaseTests {
  private func database() async throws -> Database {
    let database = try Database(path: ":memory:")
    try await database.write("CREATE TABLE a (number INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    return database
  }

  @Test func `values come back as they were written`() async throws {
    let database = try await database()
    let text = "'); DROP TABLE a; -- é ☕"
    #expect(try await database.write("INSERT INTO a (text) VALUES (\(text))") == 1)
    #expect(try await database.rows("SELECT * FROM a") == [[.integer(1), .text(text)]])
  }

  @Test func `of two statements, both have an effect or none`() async throws {
    let database = try await database()
    await #expect(throws: StorageError.self) {
      try await database.write("INSERT INTO a (text) VALUES ('x')", "INSERT INTO b VALUES (1)")
    }
    #expect(try await database.rows("SELECT * FROM a") == [])
  }

  @Test func `a file that cannot be opened is named`() {
    let error = #expect(throws: StorageError.self) { try Database(path: "no/such/folder.sqlite") }
    #expect(
      error?.description.hasPrefix(
        "the database 'no/such/folder.sqlite' cannot be opened for writing") == true)
  }

  @Test func `a closed database refuses statements`() async throws {
    let database = try await database()
    await database.close()
    await #expect(throws: StorageError.statement("SELECT 1", reason: "it is closed")) {
      try await database.rows("SELECT 1")
    }
  }
}
