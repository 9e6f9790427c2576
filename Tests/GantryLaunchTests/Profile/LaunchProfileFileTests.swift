// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import Testing

@Suite struct LaunchProfileFileTests {
  let folder: ProfileFolder
  let file: LaunchProfileFile
  let key = LaunchProfile.Key(build: "one", processKind: "app", launchSource: "user")

  init() throws {
    folder = try ProfileFolder()
    file = LaunchProfileFile(folder.file)
  }

  @Test func `recorded runs can be read and added to`() async throws {
    #expect(try file.read().isEmpty)
    for milliseconds in [10, 30, 20] {
      #expect(try await file.record(["a": .milliseconds(milliseconds)], for: key) == nil)
    }
    let profile = try file.read()
    #expect(profile.durations(for: key) == ["a": .milliseconds(20)])
    #expect(profile.runs(of: "a", for: key) == [10, 30, 20].map { .milliseconds($0) })
    #expect(try folder.names == ["profile.json", "profile.json.lock"])
  }

  @Test func `neither reading nor recording nothing creates a file`() async throws {
    #expect(try file.read().isEmpty)
    try await file.record([:], for: key)
    #expect(try folder.names == [])
  }

  @Test func `a report is recorded`() async throws {
    let plan = try LaunchGraph(nodes: [LaunchNode("a")]).plan()
    try await file.record(await plan.run(bodies: ["a": .background {}]), for: key)
    #expect(Set(try file.read().durations(for: key).keys) == ["a"])
  }

  @Test func `the durations for one key match those in the whole profile`() async throws {
    for (build, source) in [("one", "user"), ("two", "user"), ("one", "push")] {
      let key = LaunchProfile.Key(build: build, processKind: "app", launchSource: source)
      try await file.record([build: .seconds(1), source: .seconds(2)], for: key)
    }
    let profile = try file.read()
    for (build, source) in [("one", "user"), ("two", "user"), ("new", "push"), ("one", "url")] {
      let key = LaunchProfile.Key(build: build, processKind: "app", launchSource: source)
      #expect(try file.durations(for: key) == profile.durations(for: key))
    }
  }

  private static let negative = """
    {"build": "b", "processKind": "app", "launchSource": "user", "runsInMilliseconds": {"a": [-1]}}
    """

  @Test(
    arguments: [
      ("", "The given data was not valid JSON"), ("no JSON", "The given data was not valid JSON"),
      ("{", "The given data was not valid JSON"), ("{}", "'schemaVersion' is missing"),
      ("[]", "Expected to decode Dictionary<String, Any> but found an array instead"),
      (#"{"schemaVersion": 1}"#, "'entries' is missing"),
      (
        #"{"schemaVersion": "1", "entries": []}"#,
        "schemaVersion: Expected to decode Int but found a string instead"
      ),
      (
        #"{"schemaVersion": 1, "entries": [{"build": "b"}]}"#,
        "entries[0]: 'processKind' is missing"
      ),
      (
        #"{"schemaVersion": 1, "entries": [\#(negative)]}"#,
        "entries[0].runsInMilliseconds: a duration is negative"
      ),
      (String(repeating: " ", count: 16 << 20) + "{}", "it is larger than 16 MB"),
    ])
  func `a damaged file is reported, then set aside with its content`(
    text: String, reason: String
  ) async throws {
    try folder.write(text)
    #expect(throws: LaunchProfileError.damaged(file: folder.file, reason: reason)) {
      try file.read()
    }
    try await expectSetAside(as: "damaged-1", text)
  }

  @Test(arguments: [0, 2, 100])
  func `a file of another version is reported, then set aside`(version: Int) async throws {
    let text = #"{"schemaVersion": \#(version), "shape": "another"}"#
    try folder.write(text)
    #expect(throws: LaunchProfileError.foreignVersion(file: folder.file, version: version)) {
      try file.durations(for: key)
    }
    try await expectSetAside(as: "version-\(version)-1", text)
  }

  private func expectSetAside(as kind: String, _ text: String) async throws {
    #expect(try folder.names == ["profile.json"], "reading must change nothing")
    let aside = try await file.record(["a": .seconds(1)], for: key)
    #expect(aside == "\(folder.file).\(kind)")
    #expect(try folder.text(of: "profile.json.\(kind)") == text)
    #expect(try file.durations(for: key) == ["a": .seconds(1)])
  }

  @Test func `up to nine damaged files are kept, and the newest replaces the ninth`() async throws {
    for number in 1...11 {
      try folder.write("damage \(number)")
      let aside = try await file.record(["a": .seconds(1)], for: key)
      #expect(aside == "\(folder.file).damaged-\(min(number, 9))")
    }
    #expect(try folder.text(of: "profile.json.damaged-1") == "damage 1")
    #expect(try folder.text(of: "profile.json.damaged-9") == "damage 11")
    #expect(try folder.names.count == 11)
  }

  @Test func `a file that another program left half written is overwritten`() async throws {
    try folder.write("{\"half", to: "profile.json.new")
    try await file.record(["a": .seconds(1)], for: key)
    #expect(try folder.names == ["profile.json", "profile.json.lock"])
    #expect(try file.read().durations(for: key) == ["a": .seconds(1)])
  }

  @Test func `a missing folder is an error`() async throws {
    let lost = LaunchProfileFile(folder.path + "/no/profile.json")
    #expect(try lost.read().isEmpty)
    let error = LaunchProfileError.unwritable(file: lost.path, reason: "No such file or directory")
    await #expect(throws: error) { try await lost.record(["a": .seconds(1)], for: key) }
  }

  @Test func `a file that cannot be replaced is an error and leaves no profile`() async throws {
    // A folder with that name makes the system refuse, even for the superuser.
    try FileManager.default.createDirectory(
      atPath: folder.file + ".new", withIntermediateDirectories: false)
    let error = LaunchProfileError.unwritable(
      file: folder.file, reason: "'\(folder.file).new' is in the way")
    await #expect(throws: error) { try await file.record(["a": .seconds(1)], for: key) }
    #expect(try file.read().isEmpty)
  }

  @Test func `a file that is not a regular file is an error and stays unchanged`() async throws {
    let error = LaunchProfileError.unreadable(file: folder.file, reason: "it isn't a regular file")
    // Opening a pipe without a writer would block.
    #expect(mkfifo(folder.file, 0o600) == 0)
    #expect(throws: error) { try file.read() }
    await #expect(throws: error) { try await file.record(["a": .seconds(1)], for: key) }
    #expect(try folder.names == ["profile.json", "profile.json.lock"])
  }
}
