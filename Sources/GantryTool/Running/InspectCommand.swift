// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import GantryInspector
internal import GantryLaunch
internal import GantrySupport

/// `gantry inspect`: looks into a running app.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Look into a running app.",
    discussion: """
      The app has to link GantryInspector, which listens on a socket that only your user can open. \
      Events and calls are recorded from the first look at an app until a minute after the last. \
      `gantry inspect` shows the state, and `gantry inspect --page` writes a page for a browser.
      """,
    subcommands: [
      State.self, Modules.self, Module.self, Waiting.self, Events.self, Routes.self, Open.self,
      Services.self, Values.self, Configuration.self, Timings.self, Health.self, Graph.self,
    ],
    defaultSubcommand: State.self)

  /// `gantry inspect state`: shows the state of the app, or writes its page.
  struct State: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "state",
      abstract: "Show the state of the app, and the modules that don't run.",
      discussion: """
        With '--page', it writes everything about the app to one page for a browser, and keeps it \
        current until you press Control-C.
        """)

    @OptionGroup var running: RunningOptions

    @Flag(help: "Write a page, and keep it current.")
    var page = false

    @Option(help: "The file of the page.")
    var output = "inspect.html"

    func result() throws(ToolFailure) -> ToolResult {
      let app = try running.find()
      if page {
        var writer = InspectPageWriter(app, output)
        return try writer.run()
      }
      let state = try app.state()
      return try running.result("app", state, state.lines)
    }
  }

  /// `gantry inspect waiting`: shows the reasons why the app isn't ready.
  struct Waiting: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "waiting",
      abstract: "Show what the app and its modules wait for, and the holder of the main actor.")

    @OptionGroup var running: RunningOptions

    func result() throws(ToolFailure) -> ToolResult {
      let state = try running.find().state()
      let modules = state.modules.filter { $0.state == "launching" }
        .map { "\($0.name) is launching\($0.chain)" }
      let mailboxes = state.modules.compactMap(\.mailbox)
      let lines = state.waits + modules + mailboxes
      return try running.result("waiting", lines, lines.isEmpty ? ["Nothing waits."] : lines)
    }
  }

  /// `gantry inspect health`: asks both probes.
  struct Health: ToolCommand {
    /// The body of an answer to a probe.
    private struct Answer: Codable {
      let probe: String
      let ok: Bool
      let why: [String]
    }

    static let configuration = CommandConfiguration(
      commandName: "health",
      abstract: "Ask whether the app is live and ready, which includes its main actor.",
      discussion: "The exit code is 1 if it isn't.")

    @OptionGroup var running: RunningOptions

    func result() throws(ToolFailure) -> ToolResult {
      let app = try running.find()
      let answers = try app.part(try app.ask(.health).lines)
        .compactMap { try? JSONDecoder().decode(Answer.self, from: Data($0.utf8)) }
      var result = try running.result(
        "health", answers,
        answers.flatMap { answer in
          ["\(answer.probe): \(answer.ok ? "yes" : "no")"] + answer.why.map { "  \($0)" }
        })
      if !answers.allSatisfy(\.ok) { result.exit = .faults }
      return result
    }
  }
}

extension InspectedApp {
  /// The app: `Shop (4711)`.
  var name: String { "\(program) (\(process))" }

  /// The app with its state: `Shop (4711) is ready`.
  var title: String { "\(name) is \(state)" }

  /// The numbers of modules by state: `12 modules: 10 launched, 2 waiting`.
  var count: String {
    let states = Dictionary(grouping: modules, by: \.state).mapValues(\.count)
    let parts = states.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($1) \($0)" }
    return modules.count.counted("module")
      + (parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))")
  }

  /// The state for people, with each module that hasn't launched or isn't well.
  var lines: [String] {
    var table = TextTable(["module", "state", "why"])
    let others = modules.filter { $0.state != "launched" || $0.mailbox != nil }
    for module in others { table.add([module.name, module.state, module.why]) }
    return [title, count] + [safeMode].compactMap(\.self)
      + waits.map { "waiting: \($0)" } + (others.isEmpty ? [] : ["", table.text])
  }
}

extension InspectedApp.Module {
  /// The reasons for its state, and its mailbox.
  var why: String {
    (reasons.isEmpty ? [] : [reasons.joined(separator: " ← ")] + [mailbox].compactMap(\.self))
      .joined(separator: "; ")
  }

  /// The reasons after a sentence about the module.
  fileprivate var chain: String { reasons.map { " ← \($0)" }.joined() }
}
