// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import GantryCore
internal import GantryInspector

extension InspectCommand {
  /// `gantry inspect open URL`: tries or opens a URL.
  struct Open: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "open",
      abstract: "Open a URL as one from outside, and say which route answers and what it reads.",
      discussion: """
        The app has to allow it: INSPECTOR_ALLOWS_CHANGES=true. '--dry-run' needs no permission and \
        calls no route. The exit code is 1 if no route answers.
        """)

    @Argument(help: "The URL.")
    var url: String

    @Flag(help: "Only name the route, from outside and inside the app.")
    var dryRun = false

    @OptionGroup var running: RunningOptions

    func result() throws(ToolFailure) -> ToolResult {
      let app = try running.find()
      let lines = try app.part(try app.ask(dryRun ? .route : .open, url).lines)
      var result = try running.result("open", lines, lines)
      if dryRun, lines.allSatisfy({ $0.contains(", nothing answers it: ") }) {
        result.exit = .faults
      }
      return result
    }
  }

  /// `gantry inspect disable NAME`: switches a module off.
  struct Disable: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "disable",
      abstract: "Switch a module off, with the modules that can't run without it.",
      discussion: """
        The app has to allow it: INSPECTOR_ALLOWS_CHANGES=true. If other modules would stop, the \
        command names them and asks first.
        """)

    @Argument(help: "The module's name.")
    var name: String

    @Flag(name: .shortAndLong, help: "Don't ask, even if other modules stop.")
    var yes = false

    @OptionGroup var running: RunningOptions

    func result() throws(ToolFailure) -> ToolResult {
      let app = try running.find()
      let others = try Self.others(than: name, app)
      if !others.isEmpty, !yes {
        let question = "\(others.joined(separator: ", ")) would stop with \(name)."
        guard isatty(0) == 1 else {
          throw ToolFailure("\(question) To go on, give '--yes'.", .misuse)
        }
        FileHandle.standardError.write(Data("\(question) Go on? [y/N] ".visible.utf8))
        guard readLine()?.lowercased() == "y" else {
          return ToolResult(output: ["Nothing changed."])
        }
      }
      let names = try app.part(try app.ask(.disable, name).lines)
      return try running.result(
        "disabled", names, [names.isEmpty ? "\(name) was off." : "Off: \(names.cell)."])
    }

    /// The running modules that would stop with a module.
    static func others(than name: String, _ app: RunningApp) throws(ToolFailure) -> [String] {
      let running = Set(try app.state().modules.filter { $0.state != "stopped" }.map(\.name))
      return AppGraph(try app.manifest()).dependents(of: name).filter(running.contains)
    }
  }

  /// `gantry inspect enable NAME`: switches a module on.
  struct Enable: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "enable",
      abstract: "Switch a module on, with the modules that were switched off because of it.",
      discussion: "The app has to allow it: INSPECTOR_ALLOWS_CHANGES=true.")

    @Argument(help: "The module's name.")
    var name: String

    @OptionGroup var running: RunningOptions

    func result() throws(ToolFailure) -> ToolResult {
      let app = try running.find()
      let names = try app.part(try app.ask(.enable, name).lines)
      return try running.result(
        "enabled", names, [names.isEmpty ? "\(name) was on." : "On: \(names.cell)."])
    }
  }
}
