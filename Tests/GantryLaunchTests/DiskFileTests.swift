// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryLaunch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Replacing, reading and locking files; errors carry the system's reason.
@Suite struct DiskFileTests {
  private let file: JournalFile

  init() throws { file = try JournalFile() }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: file.folder.path).sorted() }
  }

  @Test func `a file is replaced in one step, with its permissions`() throws {
    for text in ["one", "", "two"] {
      try DiskFile.replace(file.path, with: Data(text.utf8), through: file.path + ".new")
      #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(try names == ["launch.journal"])
  }

  @Test func `a failed replacement removes its temporary file`() throws {
    try FileManager.default.createDirectory(
      atPath: file.path + "/full", withIntermediateDirectories: true)
    let failure = #expect(throws: DiskFile.Failure.self) {
      try DiskFile.replace(file.path, with: Data("a".utf8), through: file.path + ".new")
    }
    #expect(failure?.reason == "Is a directory")
    #expect(try names == ["launch.journal"])
  }

  @Test(arguments: [
    ("/dev/zero", "it has more than 100000 bytes", false),
    ("/nowhere/a", "No such file or directory", true),
    ("/dev/null/a", "Not a directory", false), ("/dev", "Is a directory", false),
  ])
  func `what can't be read to its end is refused with the reason`(
    path: String, reason: String, isMissing: Bool
  ) {
    let failure = #expect(throws: DiskFile.Failure.self) {
      try DiskFile.readToEnd(path, limit: 100_000)
    }
    #expect(failure?.reason == reason)
    #expect(failure?.isMissing == isMissing)
  }

  @Test(arguments: [true, false])
  func `a socket, blocking or not, is read to its end`(waits: Bool) async throws {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    let (near, far) = (ends[0], ends[1])
    defer { close(near) }
    if !waits { try #require(fcntl(near, F_SETFL, O_NONBLOCK) == 0) }
    let text = Data(String(repeating: "0123456789", count: 50_000).utf8)
    Thread.detachNewThread {
      try? FileHandle(fileDescriptor: far, closeOnDealloc: true).write(contentsOf: text)
    }
    #expect(try DiskFile.readToEnd(of: near) == text)
  }

  @Test func `reading an open file starts at its current offset`() throws {
    try Data("first\nsecond".utf8).write(to: URL(filePath: file.path))
    guard let open = try DiskFile.Descriptor(file.path, O_RDONLY) else {
      Issue.record("there is no file")
      return
    }
    lseek(open.number, 6, SEEK_SET)
    #expect(try DiskFile.readToEnd(of: open.number) == Data("second".utf8))
  }

  /// What may lie in place of a temporary file, and the reason if it is in the way.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [("pipe", false), ("link", false), ("file", false), ("folder", true)])
  func `whatever lies in place of the temporary file is neither waited for nor written to`(
    kind: String, isInTheWay: Bool
  ) throws {
    let (path, other) = (file.path + ".new", file.folder.appending(path: "other").path)
    try Data("kept".utf8).write(to: URL(filePath: other))
    switch kind {
    case "pipe": try #require(mkfifo(path, 0o600) == 0)
    case "link":
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    case "file": try FileManager.default.linkItem(atPath: other, toPath: path)
    default:
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    var reason: String?
    do throws(DiskFile.Failure) {
      try DiskFile.replace(file.path, with: Data("a".utf8), through: path)
    } catch {
      reason = error.reason
    }
    #expect(reason == (isInTheWay ? "'\(path)' is in the way" : nil))
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "kept")
    #expect(try names.contains("launch.journal.new") == isInTheWay)
  }

  @Test func `a released lock is free although a duplicate of its descriptor is open`() throws {
    var copy: Int32 = -1
    defer { close(copy) }
    do {
      guard let lock = try FileLock(file.path) else {
        Issue.record("the lock is taken")
        return
      }
      // A process that was forked meanwhile has such a copy.
      copy = dup(lock.file.number)
      if try FileLock(file.path) != nil { Issue.record("two hold the lock") }
    }
    if try FileLock(file.path) == nil { Issue.record("the lock is still taken") }
  }

  @Test func `a journal that is a pipe is refused without blocking`() throws {
    #expect(mkfifo(file.path, 0o600) == 0)
    let error = #expect(throws: LaunchJournalError.self) { try file.open() }
    #expect(
      error?.description == """
        the launch journal '\(file.path)' cannot be used: it isn't a regular file; safe mode is off \
        for this launch
        """)
  }

  #if os(Linux)
    @Test func `a failed read reports the system's reason`() throws {
      // The first page of a process's memory is never mapped.
      let failure = #expect(throws: DiskFile.Failure.self) {
        try DiskFile.readToEnd("/proc/self/mem")
      }
      #expect(failure?.reason == "Input/output error")
    }
  #endif
}
