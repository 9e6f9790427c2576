// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct HelpTests {
  static let exits = """
    Exit codes:
      0   nothing is wrong
      1   there are faults, or a file is malformed
      2   there are too few launches to compare builds
      64  the command line is wrong
      66  a file cannot be read
      69  the app cannot be built, or does not answer
      73  a file cannot be written
    """

  static let root = """
    OVERVIEW: Create, check and inspect Gantry apps and modules.

    \(exits)

    USAGE: gantry <subcommand>

    OPTIONS:
      --version               Show the version.
      -h, --help              Show help information.

    SUBCOMMANDS:
      new                     Create apps and modules as packages that build, run
                              and have tests.
      use                     Let a module use the interfaces of others.
      check                   Find everything that is wrong with an app, before it
                              runs.
      why                     Explain whether a module or task runs, and if not,
                              why.
      list                    List the modules, routes, interceptors, services,
                              events or tasks of an app.
      graph                   Print the modules of an app with their dependencies,
                              as a graph.
      report                  Show where the time of a launch went, and compare
                              launches.
      fleet                   Ask which build and task made the launches of many
                              users slower.
      plan                    Print the launch plan of an app: all its tasks, in
                              running order.
      inspect                 Look into a running app.

      See 'gantry help <subcommand>' for detailed help.

    """

  /// The options that select an app, as in a command's usage.
  static let appUsage = """
    [--package <folder>] [--product <product>] [--manifest <file>] \
    [--configuration <configuration>] [--scratch-path <folder>] [--no-build]
    """

  static let appOptions = """
      --package <folder>      The folder of the app's package. (default: .)
      --product <product>     The app to build and ask for its manifest, if the
                              package has several.
      --manifest <file>       A manifest as JSON, for an app that cannot run here;
                              nothing is built.
      -c, --configuration <configuration>
                              How to build. (values: debug, release; default: debug)
      --scratch-path <folder> The build folder, if it is not '.build' in the
                              package.
      --no-build              Use the last build instead of building.
    """

  static let plan = """
    OVERVIEW: Print the launch plan of an app: all its tasks, in running order.

    Nothing in the app is started: its manifest has the launch graph. Of several
    tasks that could start, the one with the higher priority goes first, then the
    one with the longer way to ready. Give a report for the times of the tasks;
    without one, all count as equally long.

    USAGE: gantry plan \(appUsage) [--report <file>] [--format <format>] [--document]

    OPTIONS:
    \(appOptions)
      --report <file>         The report of a launch, as JSON, for the durations of
                              the tasks.
      --format <format>       Output format: a table (text), or a JSON object
                              (json). (values: text, json; default: text)
      --document              Print the document of the plan as JSON, which `gantry
                              fleet` reads.
      --version               Show the version.
      -h, --help              Show help information.


    """

  @Test(
    arguments: [
      ("", root), ("--help", root), ("help", root), ("plan --help", plan), ("plan -h", plan),
      ("help plan", plan),
    ])
  func `help lists the commands and exits with 0`(arguments: String, help: String) async throws {
    let end = try await ToolFolder().run(arguments)
    #expect(end == ToolFolder.End(output: help))
  }

  /// The changelog begins with *Unreleased* between releases, and with the version in a release.
  @Test(arguments: ["--version", "plan --version"])
  func `the version matches the changelog`(arguments: String) async throws {
    let end = try await ToolFolder().run(arguments)
    let version = end.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(end == ToolFolder.End(output: "\(version)\n"))
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../CHANGELOG.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let releases = text.matches(of: /\n## \[([^\]]+)\]/).map { String($0.1) }
    let newest = try #require(releases.first)
    if newest == "Unreleased" {
      let next = try #require(version.wholeMatch(of: /(\d+\.\d+\.\d+)-dev/))
      #expect(!releases.contains(String(next.1)))
    } else {
      #expect(version == newest)
    }
  }
}
