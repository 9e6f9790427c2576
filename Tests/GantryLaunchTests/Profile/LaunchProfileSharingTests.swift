// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import Testing

@Suite struct LaunchProfileSharingTests {
  let folder: ProfileFolder
  let key = LaunchProfile.Key(build: "one", processKind: "app", launchSource: "user")

  init() throws { folder = try ProfileFolder() }

  @Test func `a record waits while another process writes`() async throws {
    let clock = ManualClock()
    let file = LaunchProfileFile(folder.file, clock: clock)
    let lock = folder.lock()
    async let aside = file.record(["a": .seconds(1)], for: key)
    for _ in 0..<3 {
      await clock.sleepers(1)
      #expect(try file.read().isEmpty, "a reader must not wait")
      clock.advance(by: .milliseconds(10))
    }
    await clock.sleepers(1)
    close(lock)
    clock.advance(by: .milliseconds(10))
    #expect(try await aside == nil)
    #expect(try file.read().durations(for: key) == ["a": .seconds(1)])
  }

  @Test func `a record gives up after its longest wait`() async throws {
    let clock = ManualClock()
    let file = LaunchProfileFile(folder.file, longestWait: .milliseconds(50), clock: clock)
    let lock = folder.lock()
    defer { close(lock) }
    async let driver: Void = clock.run()
    let error = LaunchProfileError.busy(file: folder.file, waited: .milliseconds(50))
    await #expect(throws: error) { try await file.record(["a": .seconds(1)], for: key) }
    #expect(clock.now.offset == .milliseconds(50))
    clock.stop()
    await driver
    #expect(try folder.names == ["profile.json.lock"])
  }

  @Test func `with no longest wait a record tries once`() async throws {
    let file = LaunchProfileFile(folder.file, longestWait: .zero, clock: ManualClock())
    let lock = folder.lock()
    let error = LaunchProfileError.busy(file: folder.file, waited: .zero)
    await #expect(throws: error) { try await file.record(["a": .seconds(1)], for: key) }
    close(lock)
    #expect(try await file.record(["a": .seconds(1)], for: key) == nil)
  }

  @Test func `a cancelled record does not wait`() async throws {
    let clock = ManualClock()
    let file = LaunchProfileFile(folder.file, clock: clock)
    let lock = folder.lock()
    defer { close(lock) }
    let record = Task { [key] in try await file.record(["a": .seconds(1)], for: key) }
    await clock.sleepers(1)
    record.cancel()
    await #expect(throws: LaunchProfileError.busy(file: folder.file, waited: .zero)) {
      try await record.value
    }
  }

  @Test func `concurrent writers lose nothing, and a reader always sees a valid file`()
    async throws
  {
    let path = folder.file
    let tasks = (0..<8).map { "writer \($0)" }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var count = 0
        while count < tasks.count * 5, !Task.isCancelled {
          let profile = try LaunchProfileFile(path).read()
          let seen = tasks.reduce(0) { $0 + profile.runs(of: $1, for: key).count }
          #expect(seen >= count, "nothing that was there may be gone")
          count = seen
          await Task.yield()
        }
      }
      for task in tasks {
        group.addTask {
          // The lock belongs to an open file, so each writer acts like a separate process.
          let file = LaunchProfileFile(path, longestWait: .seconds(600))
          for run in 1...5 { try await file.record([task: .milliseconds(run)], for: key) }
        }
      }
      try await group.waitForAll()
    }
    let profile = try LaunchProfileFile(path).read()
    for task in tasks {
      #expect(profile.runs(of: task, for: key) == (1...5).map { .milliseconds($0) })
    }
    #expect(try folder.names == ["profile.json", "profile.json.lock"])
  }
}
