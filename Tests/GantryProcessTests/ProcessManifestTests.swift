// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ProcessManifestTests {
  @Test(arguments: ["plain", "whole", "broken"])
  func `a program asked for its manifest writes it, starts nothing and ends with status 0`(
    scenario: String
  ) async throws {
    let fixture = try FixtureProcess(scenario, manifest: "json")
    #expect(await fixture.end() == .status(0))
    let text = await fixture.output.joined(separator: "\n")
    let manifest = try JSONDecoder().decode(AppManifest.self, from: Data(text.utf8))
    #expect(manifest.modules.map(\.name) == ["Ground", "Roof", "Walls"])
    #expect(await fixture.errorText() == "")
  }

  @Test(arguments: ["plain", "whole", "uncaught"])
  func `an unknown manifest format is an error that names the supported one`(
    scenario: String
  ) async throws {
    let fixture = try FixtureProcess(scenario, manifest: "yaml")
    #expect(await fixture.end() == .status(1))
    #expect(await fixture.output == [])
    #expect(
      await fixture.errorText() == """
        error: GANTRY_MANIFEST is 'yaml', but the only format is 'json'. Write GANTRY_MANIFEST=json.

        """)
  }

  @Test func `an empty manifest format starts the app as usual`() async throws {
    let fixture = try FixtureProcess("until-input-ends", input: .lines([]), manifest: "")
    #expect(await fixture.end() == .status(0))
    #expect(await fixture.output.contains("ready"))
  }

  @Test(arguments: [(">&-", "Bad file descriptor"), (">/dev/full", "No space left on device")])
  func `a manifest that can't be written is an error in plain words`(
    redirection: String, reason: String
  ) async throws {
    #if os(Linux)
      let program = FixtureProcess.path(of: "ProcessFixture")
      let fixture = try FixtureProcess(
        program: "/bin/sh", ["-c", "exec '\(program)' whole \(redirection)"],
        environment: ["GANTRY_MANIFEST": "json"])
      #expect(await fixture.end() == .status(1))
      #expect(
        await fixture.errorText()
          == "error: the manifest can't be written to standard output: \(reason)\n")
    #endif
  }
}
