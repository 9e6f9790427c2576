// SPDX-License-Identifier: Apache-2.0

import Gantry
@testable import GantryApple
import GantrySupport
import GantryTesting
import Testing

/// What happens in which of the system's two calls of a launch.
@MainActor
@Suite struct LaunchCallsTests {
  enum Call: Sendable {
    case attach
    case willFinish
    case didFinish
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var calls: [Call]
    var environment: [String: String] = [:]
    var source = LaunchSource.user
    /// Whether the modules are ready after each call.
    var isReady: [Bool]
    /// The events after each call.
    var events: [[String]]
  }

  static let both = ["WillFinishLaunching", "DidFinishLaunching"]

  nonisolated static let cases: [Case] = [
    Case(
      testDescription: "base class", calls: [.willFinish, .didFinish], isReady: [true, true],
      events: [["WillFinishLaunching"], ["WillFinishLaunching", "DidFinishLaunching"]]),
    Case(
      testDescription: "attached early", calls: [.attach, .didFinish], isReady: [false, true],
      events: [[], ["WillFinishLaunching", "DidFinishLaunching"]]),
    Case(
      testDescription: "attached early, begun by hand",
      calls: [.attach, .willFinish, .didFinish], isReady: [false, true, true],
      events: [[], ["WillFinishLaunching"], ["WillFinishLaunching", "DidFinishLaunching"]]),
    Case(
      testDescription: "attached late", calls: [.didFinish, .attach], isReady: [true, true],
      events: [
        ["WillFinishLaunching", "DidFinishLaunching"],
        ["WillFinishLaunching", "DidFinishLaunching"],
      ]),
    Case(
      testDescription: "by hand", calls: [.didFinish], isReady: [true],
      events: [["WillFinishLaunching", "DidFinishLaunching"]]),
    Case(
      testDescription: "tests", calls: [.willFinish, .didFinish],
      environment: ["XCTestConfigurationFilePath": "/t"], source: .test,
      isReady: [false, false], events: [[], []]),
    Case(
      testDescription: "prewarming", calls: [.willFinish, .didFinish],
      environment: ["ActivePrewarm": "1"], source: .prewarm, isReady: [true, true],
      events: [["WillFinishLaunching"], ["WillFinishLaunching", "DidFinishLaunching"]]),
  ]

  @Test(.tags(.b21), arguments: cases)
  func `the modules launch in the first call, and hear the end of the launch in the last one`(
    of launch: Case
  ) async throws {
    let system = FakeSystem([Pleased.self], environment: launch.environment)
    let windows = Journal()
    system.host.whenLaunched { windows.add("made") }
    let (runtime, delegate) = (FakeRuntime(), AttachingTests.Delegate())
    runtime.make(delegate, runtime.makeClass("Shop.AppDelegate"))
    var isFinished = false
    for (number, call) in launch.calls.enumerated() {
      switch call {
      case .attach: _ = try system.host.attach(to: delegate, [], runtime)
      case .willFinish: #expect(system.host.beginLaunch(LaunchFacts()))
      case .didFinish:
        #expect(system.host.launch(LaunchFacts()))
        isFinished = true
      }
      await system.host.idle()
      let isReady = system.test.application.report?.timeToReady != nil
      #expect(isReady == launch.isReady[number], "after \(call)")
      #expect(system.sent.names == launch.events[number], "after \(call)")
      #expect(windows.lines == (isFinished ? ["made"] : []), "after \(call)")
    }
    if launch.source != .test {
      #expect(system.test.application.launchOptions.source == launch.source)
    }
    // The system's calls may be repeated.
    #expect(system.host.beginLaunch(LaunchFacts()) && system.host.launch(LaunchFacts()))
    #expect(system.sent.names == launch.events.last)
    #expect(windows.lines == ["made"])
  }

  @Test(arguments: [
    (HostSurroundings.Wait.done, ["3"], ["3"]), (.timeIsUp, ["3"], ["3"]),
    (.impossible, ["3"], ["3", "3"]),
  ])
  func `a blocking launch is waited for in the first call, or in the last one if it can't be`(
    outcome: HostSurroundings.Wait, first: [String], both: [String]
  ) async {
    let system = FakeSystem(
      options: AppHostOptions(launch: .blocking(limit: .seconds(3))), waiting: outcome)
    #expect(system.host.beginLaunch(LaunchFacts()))
    #expect(system.waits.lines == first)
    #expect(system.host.failure == nil)
    #expect(system.host.launch(LaunchFacts()))
    #expect(system.waits.lines == both)
    #expect(system.host.failure == nil)
    #expect(system.warnings.lines.isEmpty == (outcome == .done))
    await system.host.idle()
    #expect(system.host.launch(LaunchFacts()))
    #expect(system.waits.lines == both)
  }

  @Test func `a concurrent launch is waited for in no call`() async {
    let system = FakeSystem()
    #expect(system.host.beginLaunch(LaunchFacts()) && system.host.launch(LaunchFacts()))
    #expect(system.waits.lines.isEmpty)
    // The last call came before the modules were there.
    #expect(system.sent.names.isEmpty)
    await system.host.idle()
    #expect(system.sent.names == Self.both)
  }

  @Test(arguments: [true, false])
  func `a launch whose last call doesn't reach the host ends with the system's, with a warning`(
    isReady: Bool
  ) async {
    let system = FakeSystem([Pleased.self])
    let windows = Journal()
    system.host.whenLaunched { windows.add("made") }
    #expect(system.host.beginLaunch(LaunchFacts()))
    if isReady { await system.host.idle() }
    system.host.systemFinishedLaunching()
    await system.host.idle()
    #expect(windows.lines == ["made"])
    #expect(system.sent.names == Self.both)
    let warning = """
      application(_:didFinishLaunchingWithOptions:) did not reach the host, which ends the launch \
      without it. Call super, or host.launch(_:in:).
      """
    #expect(system.warnings.lines == [warning])
    #expect(system.host.launch(LaunchFacts()))
    system.host.systemFinishedLaunching()
    #expect(system.sent.names == Self.both && system.warnings.lines == [warning])
  }

  @Test func `the end of the system's launch is no news if its last call has come, or none`() async
  {
    let system = FakeSystem()
    system.host.systemFinishedLaunching()
    #expect(system.host.beginLaunch(LaunchFacts()) && system.host.launch(LaunchFacts()))
    system.host.systemFinishedLaunching()
    await system.host.idle()
    #expect(system.sent.names == Self.both && system.warnings.lines.isEmpty)
  }

  @Test func `an answer of the last call counts, though the modules launched in the first`() async {
    let system = FakeSystem([Refusing.self])
    #expect(system.host.beginLaunch(LaunchFacts()))
    await system.host.idle()
    #expect(!system.host.launch(LaunchFacts()))
    #expect(!system.host.beginLaunch(LaunchFacts()))
  }

  @Test func `the window of a failed launch waits for the last call as well`() async {
    let system = FakeSystem([Needy.self])
    let windows = Journal()
    system.host.whenLaunched { windows.add("made") }
    #expect(system.host.beginLaunch(LaunchFacts()))
    await system.host.idle()
    #expect(windows.lines.isEmpty)
    #expect(system.host.launch(LaunchFacts()))
    #expect(windows.lines == ["made"])
    #expect(system.sent.names.isEmpty)
  }
}

@Module(name: "Refusing")
final class Refusing {
  @On func hear(_ event: DidFinishLaunching) -> Bool { false }
}
