// SPDX-License-Identifier: Apache-2.0

import Gantry
import Testing

@Suite struct SharedNameWhyTests {
  @Test(
    arguments: [
      ("Crash/setUp", "Crash/setUp is in the program, and nothing keeps it from running", true),
      (
        "setUp",
        "setUp is not known ← several share that name: ask for Crash/setUp or Push/setUp", false
      ),
      ("Push/open", "open is in the program, and nothing keeps it from running", true),
      ("open", "open is in the program, and nothing keeps it from running", true),
    ])
  func `a name that several functions share is answered with those that have it`(
    name: String, answer: String, isKnown: Bool
  ) async throws {
    let application = Application(
      modules: [], launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:])
    ) { builder in
      for (target, function) in [("Crash", "setUp"), ("Push", "setUp"), ("Push", "open")] {
        builder.add(
          ModuleManifest(
            function: ModuleName(function), signature: "()", at: "\(target)/Start.swift:1"
          ) { $0.launch(body: .background { _ in }) })
      }
    }
    let app = try AppFolder([], manifest: application.manifest)
    let end = try await app.run("why \(name) --no-build")
    #expect(end.output.split(separator: "\n").first.map(String.init) == answer)
    #expect((end.status == 0) == isKnown)
  }
}
