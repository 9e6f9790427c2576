// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct CheckHelpTests {
  static let check = """
    OVERVIEW: Find everything that is wrong with an app, before it runs.

    Builds the app, asks it for its manifest, and reports faults that the
    application itself finds, modules whose record is not in the program, and
    imports that the layers do not allow. The layers are in gantry.yaml beside
    Package.swift; without it, only tests may import a target that has modules.

    USAGE: gantry check [--package <folder>] [--product <product>] [--manifest <file>] \
    [--configuration <configuration>] [--scratch-path <folder>] [--no-build] [--format \
    <format>] [--baseline <file>] [--write-baseline]

    OPTIONS:
    \(HelpTests.appOptions)
      --format <format>       Output format: text or json. (values: text, json;
                              default: text)
      --baseline <file>       Faults that are accepted for now, as JSON.
      --write-baseline        Write all faults to the baseline, and accept them.
      --version               Show the version.
      -h, --help              Show help information.


    """

  static let why = """
    OVERVIEW: Explain whether a module or task runs, and if not, why.

    Says whether a module would run at the next launch, and if not, the chain of
    reasons. For a module that is not in the program, the chain leads from its
    declaration to the reason. Only a launch knows which tasks failed, timed out,
    were quarantined or still wait: give its report.

    USAGE: gantry why <name> [--package <folder>] [--product <product>] [--manifest <file>] \
    [--configuration <configuration>] [--scratch-path <folder>] [--no-build] [--report \
    <file>] [--format <format>]

    ARGUMENTS:
      <name>                  A module, its type, 'Module.function' or the
                              interceptor 'Module/function'.

    OPTIONS:
    \(HelpTests.appOptions)
      --report <file>         The report of a launch, as JSON.
      --format <format>       Output format: text or json. (values: text, json;
                              default: text)
      --version               Show the version.
      -h, --help              Show help information.


    """

  @Test(arguments: [("check --help", check), ("help check", check), ("why --help", why)])
  func `help lists the options`(arguments: String, help: String) async throws {
    let end = try await ToolFolder().run(arguments)
    #expect(end == ToolFolder.End(output: help))
  }
}
