// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation

/// `gantry test`: tests an app and its packages.
struct TestCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Test the modules of an app: all, or those that a change can break.",
    discussion: """
      Runs the tests of the app's package, and of each local package that it depends on. All are \
      built in the app's build folder, so that Gantry and the interfaces are built once.

        gantry test
        gantry test Modules/Orders
        gantry test --changed
        gantry test --since main -- --filter Orders
      """)

  @Flag(
    help: """
      Only packages with uncommitted changes, and all that depend on them. Asks Git.
      """)
  var changed = false

  @Option(
    help: ArgumentHelp(
      """
      Only packages with changes since a commit, committed or not, and all that depend on them. \
      For another branch, since the commit at which this one left it.
      """,
      valueName: "commit"))
  var since: String?

  @Option(
    help: ArgumentHelp("The folder of the app's package.", valueName: "folder"),
    completion: .directory)
  var package = "."

  @Option(
    help: ArgumentHelp(
      "The build folder, if it is not '.build' in the package.", valueName: "folder"),
    completion: .directory)
  var scratchPath: String?

  @Flag(help: "Show the packages that would be tested, without testing them.")
  var dryRun = false

  @Argument(
    help: ArgumentHelp(
      "Only the package in this folder: one that the app depends on, or its own.",
      valueName: "module"),
    completion: .directory)
  var module: String?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("Options for 'swift test', after --.", valueName: "option"))
  var options: [String] = []

  func result() throws(ToolFailure) -> ToolResult {
    let app = try AppPackage(at: package)
    let base = since ?? (changed ? "HEAD" : nil)
    let plan = try TestPlan(of: app, only: module, since: base)
    guard !plan.tests.isEmpty else {
      let reason = base.map { "no package with tests has changed since \($0)" }
      return ToolResult(output: ["Nothing to test: \(reason ?? "no package has tests")."])
    }
    if dryRun { return ToolResult(output: plan.tests.map(\.line)) }
    let scratch = scratchPath ?? (app.path == "." ? ".build" : "\(app.path)/.build")
    // The next build in that folder will be the user's own build of the app.
    defer { BuildPlan.forgetOthers(than: app.folder, in: URL(filePath: scratch)) }
    var result = ToolResult()
    var failed = 0
    for test in plan.tests {
      let program = ChildProgram(
        program: "swift",
        arguments: ["test", "--package-path", test.path, "--scratch-path", scratch] + options)
      try say("gantry: testing \(test.path)")
      BuildPlan.forgetOthers(than: test.folder, in: URL(filePath: scratch))
      let status = try program.runSayingAll()
      if status == 0 {
        result.output.append("\(test.path): passed")
      } else {
        result.output.append("\(test.path): failed; \(again(test))")
        result.exit = .faults
        failed += 1
      }
    }
    result.output.append(
      "\(plan.tests.count.counted("package")), \(failed == 0 ? "none" : "\(failed)") failed")
    return result
  }

  /// Returns the command that tests one package again.
  private func again(_ test: TestPlan.Test) -> String {
    var words = ["gantry", "test"]
    if package != "." { words += ["--package", package] }
    if let scratchPath { words += ["--scratch-path", scratchPath] }
    words.append(test.path)
    if !options.isEmpty { words += ["--"] + options }
    return words.joined(separator: " ")
  }

  /// Tells the user about the progress, on standard error, so that the result stays separate.
  private func say(_ text: String) throws(ToolFailure) {
    do {
      try FileHandle.standardError.write(contentsOf: Data((text + "\n").visible.utf8))
    } catch {
      throw ToolFailure("standard error cannot be written", .cannotWrite)
    }
  }
}
