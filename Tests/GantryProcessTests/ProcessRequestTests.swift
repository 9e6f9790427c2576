// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A module requests the stop of the whole program.
@Suite(.timeLimit(.minutes(5)))
struct ProcessRequestTests {
  @Test func `a module's request is an ordinary stop with a reason`() async throws {
    let fixture = try FixtureProcess("asking")
    #expect(await fixture.end() == .status(0))
    let output = await fixture.output
    #expect(output.contains("asks while ready"))
    // The module asks while the host still reports the start.
    let start: Set = ["ready", "DidFinishLaunching", "DidBecomeActive"]
    #expect(
      output.drop { $0 != "server stops" }.filter { !start.contains($0) }.sorted()
        == [
          "server stops", "WillTerminate", "Roof stops after 0", "Asking stops, stopping",
          "Walls stops", "Ground stops", "stopped 4 modules; requested by Asking: all is done",
          "end of main",
        ].sorted())
    #expect(output.last == "end of main")
    #expect(await fixture.errorText().contains("stopping at the request of Asking: all is done"))
  }

  @Test func `a request because of an error has its own exit status`() async throws {
    let fixture = try FixtureProcess("asking-failed")
    #expect(await fixture.end() == .status(72))
    #expect(
      await fixture.errorText().contains(
        "error: the application has stopped at the request of Asking: the license has expired"
      ))
    #expect(await fixture.output.contains("Asking stops, stopping"))
  }

  @Test(arguments: [
    ("asking-among", "Asking stops, stopping", "has stopped at the request of Asking"),
    ("failing-among", "Failing stops", "because Failing is essential"),
  ])
  func `an error that ends the modules still shuts down the services around them`(
    scenario: String, stop: String, error: String
  ) async throws {
    let fixture = try FixtureProcess(scenario)
    #expect(await fixture.end() == .status(1))
    let output = await fixture.output
    let places = try ["server stops", stop, "neighbor stops"].map {
      try #require(output.firstIndex(of: $0))
    }
    #expect(places == places.sorted(), "\(output)")
    let text = await fixture.output.joined(separator: "\n")
    #expect(text.contains(error), "\(text)")
  }

  @Test func `the process ends when the application is stopped by hand`() async throws {
    let fixture = try FixtureProcess("stopped-inside")
    #expect(await fixture.end() == .status(0))
    let output = await fixture.output
    #expect(output.contains("server stops") && output.contains("neighbor stops"))
    #expect(output.last == "end of main")
  }

  @Test func `a request to stop during the launch ends the launch`() async throws {
    let fixture = try FixtureProcess("asking-early")
    #expect(await fixture.end() == .status(0))
    let output = await fixture.output
    #expect(output.contains("asks while launching"))
    #expect(output.contains("Asking stops, stopping"))
    #expect(output.last == "end of main")
  }
}
