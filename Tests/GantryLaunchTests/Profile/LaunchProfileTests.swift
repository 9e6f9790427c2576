// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import TestRounds
import Testing

@Suite struct LaunchProfileTests {
  static func key(
    _ build: String = "one", kind: String = "app", source: String = "user"
  ) -> LaunchProfile.Key {
    LaunchProfile.Key(build: build, processKind: kind, launchSource: source)
  }

  static func profile(
    of builds: [(build: String, runs: [Int])], task: String = "a"
  ) -> LaunchProfile {
    var profile = LaunchProfile()
    for (build, runs) in builds {
      for run in runs { profile.record([task: .milliseconds(run)], for: key(build)) }
    }
    return profile
  }

  @Test(
    arguments: [
      ([7], 7), ([4, 8], 6), ([5, 900, 7], 7), ([900, 1, 5, 6, 900, 5, 6, 5, 900], 6),
      // A lasting change wins when more than half of the kept runs show it.
      ([5, 5, 5, 5, 5, 5, 5, 5, 5] + [80, 80, 80, 80], 5),
      ([5, 5, 5, 5, 5, 5, 5, 5, 5] + [80, 80, 80, 80, 80], 80),
    ] as [([Int], Int)])
  func `a duration is the median of the last nine runs`(runs: [Int], expected: Int) {
    let profile = Self.profile(of: [("one", runs)])
    #expect(profile.durations(for: Self.key()) == ["a": .milliseconds(expected)])
    let kept = runs.suffix(LaunchProfile.runsKept).map { Duration.milliseconds($0) }
    #expect(profile.runs(of: "a", for: Self.key()) == kept)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `up to four outliers among nine runs never push the median out of the usual range`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let usual = (0..<5).map { _ in Int.random(in: 90...110, using: &random) }
      let outliers = (0..<4).map { _ in
        random.chance(50)
          ? Int.random(in: 0...10, using: &random) : Int.random(in: 1_000...90_000, using: &random)
      }
      let runs = (usual + outliers).shuffled(using: &random)
      let duration = Self.profile(of: [("one", runs)]).durations(for: Self.key())["a"]
      #expect(duration.map { (.milliseconds(90) ... .milliseconds(110)).contains($0) } == true)
    }
  }

  @Test(
    arguments: [
      // The build itself counts as soon as it has three runs.
      ([("one", [10, 10, 10]), ("two", [50, 60, 70])], 60),
      ([("one", [10, 10, 10]), ("two", [50, 60])], 10),
      ([("one", [10, 10, 10])], 10),
      ([("one", [20, 10]), ("two", [50])], 20),
      // Builds that are launched once each share a history, which drops its oldest runs.
      ([("a", [90]), ("b", [10]), ("c", [12]), ("d", [14])], 13),
      ([("a", [90, 90, 90])] + (0..<9).map { ("b\($0)", [10]) }, 10),
      // The most recently recorded build is nearest, whatever its name.
      ([("zero", [10, 10, 10]), ("one", [20, 20, 20]), ("zero", [10])], 10),
      // Later runs of other builds don't change what `two` has inherited.
      ([("one", [10, 10, 10]), ("two", [10]), ("one", [90, 90, 90])], 10),
    ] as [([(build: String, runs: [Int])], Int)])
  func `a build with few runs inherits those of the previous build`(
    builds: [(build: String, runs: [Int])], expected: Int
  ) throws {
    let profile = Self.profile(of: builds)
    #expect(profile.durations(for: Self.key("two")) == ["a": .milliseconds(expected)])
    let copy = try JSONDecoder().decode(LaunchProfile.self, from: JSONEncoder().encode(profile))
    #expect(copy == profile)
  }

  @Test func `a task that did not run in one build is forgotten in the next`() {
    var profile = LaunchProfile()
    profile.record(["gone": .seconds(1), "kept": .seconds(2)], for: Self.key())
    profile.record(["kept": .seconds(2)], for: Self.key("two"))
    #expect(profile.durations(for: Self.key("two")).keys.sorted() == ["gone", "kept"])
    #expect(profile.durations(for: Self.key("three")).keys.sorted() == ["kept"])
  }

  @Test(
    arguments: [
      key(kind: "daemon"), key(source: "push"), key("two", kind: "daemon", source: "push"),
    ])
  func `runs of other process kinds and launch sources do not count`(key: LaunchProfile.Key) {
    let profile = Self.profile(of: [("one", [5, 5, 5])])
    #expect(profile.durations(for: key).isEmpty)
    #expect(profile.runs(of: "a", for: key).isEmpty)
  }

  @Test func `the three most recently recorded builds are kept for each kind and source`() {
    var profile = Self.profile(of: [("one", [5])])
    profile.record(["a": .seconds(1)], for: Self.key(source: "push"))
    for build in ["two", "three", "one", "four"] {
      profile.record(["a": .seconds(1)], for: Self.key(build))
    }
    let expected = [Self.key(source: "push")] + ["three", "one", "four"].map { Self.key($0) }
    #expect(profile.keys == expected)
  }

  @Test func `a duration of zero is a run, and an empty record is not`() {
    var profile = LaunchProfile()
    profile.record([:], for: Self.key())
    #expect(profile.isEmpty)
    profile.record(["a": .zero, "b": .seconds(-1)], for: Self.key())
    #expect(profile.durations(for: Self.key()) == ["a": .zero, "b": .zero])
  }

  @Test func `only tasks that ran and succeeded are recorded`() async throws {
    struct Broken: Error {}
    let plan = try LaunchGraph(nodes: [
      LaunchNode("works"), LaunchNode("fails"), LaunchNode("off", skipped: "not today"),
      LaunchNode("blocked", edges: [LaunchEdge(.requires, "fails")]),
      LaunchNode("asked", stage: .onDemand),
      LaunchNode("join", edges: [LaunchEdge(.requires, "works")], isJoin: true),
      LaunchNode("later", stage: .afterReady),
    ]).plan()
    let report = await plan.run(bodies: [
      "works": .background {}, "fails": .background { throw Broken() }, "later": .background {},
    ])
    var profile = LaunchProfile()
    profile.record(report, for: Self.key())
    let durations = profile.durations(for: Self.key())
    #expect(Set(durations.keys) == ["works", "later"])
    let works = try #require(report.task(named: "works")?.duration)
    let difference = (durations["works"] ?? .zero) - works
    #expect((.microseconds(-1) ... .microseconds(1)).contains(difference))
  }

  @Test func `the encoded profile is compact and stable, and contains its version`() throws {
    var profile = LaunchProfile()
    profile.record(["b": .microseconds(1500), "a": .nanoseconds(12_345_678)], for: Self.key())
    profile.record(["b": .milliseconds(2)], for: Self.key("two"))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(profile)
    let text = """
      {"entries":[{"build":"one","launchSource":"user","processKind":"app",\
      "runsInMilliseconds":{"a":[12.346],"b":[1.5]}},{"build":"two",\
      "inheritedInMilliseconds":{"a":[12.346],"b":[1.5]},"launchSource":"user",\
      "processKind":"app","runsInMilliseconds":{"b":[2]}}],"schemaVersion":1}
      """
    #expect(String(decoding: data, as: UTF8.self) == text)
    #expect(try JSONDecoder().decode(LaunchProfile.self, from: data) == profile)
  }
}
