// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryLaunch
import Testing

@Suite(.timeLimit(.minutes(2)))
struct ProcessProfileTests {
  @Test func `processes that launch at the same time lose no records`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "profiles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "launch.json").path

    let rounds = 3
    for _ in 0..<rounds {
      let first = try FixtureProcess("until-input-ends", input: .lines([]), profile: file)
      let second = try FixtureProcess("until-input-ends", input: .lines([]), profile: file)
      for fixture in [first, second] {
        #expect(await fixture.end() == .status(0))
        #expect(await fixture.output.contains("ready"))
      }
    }

    let profile = try LaunchProfileFile(file).read()
    let key = try #require(profile.keys.first)
    #expect(profile.keys == [key], "both are the same build")
    #expect(key.processKind == "app" && key.launchSource == "user" && !key.build.isEmpty)
    for task in ["Ground.dig", "Walls.build", "Roof.cover"] {
      #expect(profile.runs(of: task, for: key).count == 2 * rounds)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["launch.json", "launch.json.lock"])
  }
}
