// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import Gantry

/// `gantry check`: everything that is wrong with an app, before it runs.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find everything that is wrong with an app, before it runs.",
    discussion: """
      Builds the app, asks it for its manifest, and reports faults that the application itself \
      finds, modules whose record is not in the program, imports that the layers do not allow, \
      and functions that run before main. The layers are in gantry.yaml beside Package.swift; \
      without it, only tests may import a target that has modules.
      """)

  @OptionGroup var app: AppOptions

  @Option(help: "Output format: text or json.")
  var format = TextFormat.text

  @Option(
    help: ArgumentHelp("Faults that are accepted for now, as JSON.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @Flag(help: "Write all faults to the baseline, and accept them.")
  var writeBaseline = false

  func validate() throws {
    if writeBaseline && baseline == nil {
      throw ValidationError("'--write-baseline' needs '--baseline' and a file.")
    }
  }

  func run() throws { try result().finish() }

  /// The report; faults are its result, not a failure of the command.
  func result() -> ToolResult {
    var result = ToolResult()
    do throws(ToolFailure) {
      var check = try CheckRun(app.source(), app)
      var accepted = (accepted: 0, stale: [String]())
      if let baseline, writeBaseline {
        try Baseline(check.findings, beforeMain: check.startup).write(to: baseline)
      }
      if let baseline { accepted = check.accept(try Baseline(baseline)) }
      let report = CheckReport(check, accepted: accepted.accepted, stale: accepted.stale)
      switch format {
      case .text: result.output = report.text
      case .json: result.output = [try report.json()]
      }
      if !check.findings.isEmpty { result.exit = .faults }
    } catch {
      result.add(error)
    }
    return result
  }
}
