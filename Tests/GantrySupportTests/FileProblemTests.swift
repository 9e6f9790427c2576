// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantrySupport
import Testing

@Suite struct FileProblemTests {
  @Test(arguments: [
    ("The file is gone.", "the file is gone"), ("JSON is odd..", "JSON is odd"), ("", ""),
    ("The operation could not be completed. Is a directory", "is a directory"), ("A", "A"),
  ])
  func `a system error's sentence becomes a clause`(sentence: String, clause: String) {
    #expect(FileProblem.clause(sentence) == clause)
  }

  @Test func `a directory is named as one, whatever its size`() {
    let folder = FileManager.default.temporaryDirectory
    let problem = #expect(throws: FileProblem.Clause.self) {
      try FileProblem.contents(of: folder, limit: 0)
    }
    #expect(problem?.clause == "is a directory")
  }

  @Test(.timeLimit(.minutes(1)))
  func `a pipe that nothing writes to is refused at once`() throws {
    let pipe = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pipe")
    try #require(mkfifo(pipe.path, 0o600) == 0)
    defer { try? FileManager.default.removeItem(at: pipe) }
    let problem = #expect(throws: FileProblem.Clause.self) {
      try FileProblem.contents(of: pipe, limit: 1_000_000)
    }
    #expect(
      problem?.clause == "it is a pipe, which would make the reader wait; write it to a file first")
  }

  @Test func `a device without an end is read no further than the limit`() {
    let problem = #expect(throws: FileProblem.Clause.self) {
      try FileProblem.contents(of: URL(filePath: "/dev/zero"), limit: 1_000_000)
    }
    #expect(
      problem?.clause
        == "it has more than 1000000 bytes, and the limit is 1000000. Raise the limit if it is right"
    )
  }
}
