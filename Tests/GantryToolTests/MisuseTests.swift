// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct MisuseTests {
  static let root = """
    Usage: gantry <subcommand>
      See 'gantry --help' for more information.

    """
  static let new = """
    Usage: gantry new <subcommand>
      See 'gantry new --help' for more information.

    """
  static let plan = """
    Usage: gantry plan \(HelpTests.appUsage) [--report <file>] [--format <format>] \
    [--document]
      See 'gantry plan --help' for more information.

    """
  static let twoForms = """
    Error: Value to be set with flag '--api-only' had already been set with flag '--full'
    Usage: gantry new module <name> [--into <app>] [--target <target>] [--uses <modules>] \
    [--full] [--api-only] [--language <language>] [--template <folder>] \
    [--gantry <path-or-url>] [--dry-run]
      See 'gantry new module --help' for more information.

    """
  static let rows: [(arguments: String, errors: String)] = [
    ("launch", "Error: Unexpected argument 'launch'\n\(root)"),
    ("chekc", "Error: Unexpected argument 'chekc'. Did you mean 'check'?\n\(root)"),
    (
      "new modul Tea",
      "Error: 2 unexpected arguments: 'modul', 'Tea'. Did you mean 'module'?\n\(new)"
    ),
    (
      "new interface Tea",
      "Error: 2 unexpected arguments: 'interface', 'Tea'. The commands of 'new' are app, module, "
        + "event, route and service; 'module --api-only' makes an interface alone.\n\(new)"
    ),
    ("plan shop.json", "Error: Unexpected argument 'shop.json'\n\(plan)"),
    ("plan --reprt", "Error: Unknown option '--reprt'. Did you mean '--report'?\n\(plan)"),
    (
      "plan --format svg",
      "Error: The value 'svg' is invalid for '--format <format>'. Please provide one of 'text' and "
        + "'json'.\nHelp:  --format <format>  Output format: a table (text), or a JSON object "
        + "(json).\n\(plan)"
    ),
    ("new module Tea --full --api-only", twoForms),
    (
      "new module Tea --full --language c",
      "--full and --api-only make Swift. Leave out --language.\n"
    ),
  ]

  @Test(arguments: rows)
  func `misuse ends with 64 and a hint`(row: (arguments: String, errors: String)) async throws {
    let end = try await ToolFolder().run(row.arguments)
    #expect(end == ToolFolder.End(errors: row.errors, status: 64))
  }
}
