// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
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
      let reply = try app.ask(dryRun ? .route : .open, url)
      let lines = try app.part(reply.lines)
      var result = try running.result("open", lines, lines)
      if dryRun, reply.isAnswered == false { result.exit = .faults }
      return result
    }
  }
}
