// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import Foundation
internal import Gantry
internal import GantryLaunch

/// `gantry why NAME`: one chain from the cause.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain why a module or task does not run, or that it does.",
    discussion: """
      The chain leads from the symptom to the cause: not linked, its record not in the program, \
      not in the module list, a condition that does not hold, or a requirement that is missing or \
      skipped. Only a launch knows the tasks that failed, timed out, were quarantined or wait: \
      give its report.
      """)

  @Argument(help: "A module, its type, or a task as 'Module.function'.")
  var name: String

  @OptionGroup var app: AppOptions

  @Option(
    help: ArgumentHelp("The report of a launch, as JSON.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var report: String?

  @Option(help: "Output format: text or json.")
  var format = TextFormat.text

  func run() throws { try result().finish() }

  /// One line, or a JSON object; unknown names are an error.
  func result() -> ToolResult {
    var result = ToolResult()
    do throws(ToolFailure) {
      let source = try app.source()
      var launch: LaunchReport?
      if let report { launch = try Self.launch(report) }
      let answer = try WhyAnswer(name, source, launch, app)
      switch format {
      case .text: result.output = answer.text
      case .json: result.output = [try answer.json()]
      }
      if answer.state == .unknown { result.exit = .faults }
    } catch {
      result.add(error)
    }
    return result
  }

  private static func launch(_ file: String) throws(ToolFailure) -> LaunchReport {
    do {
      return try InputFile.json(LaunchReport.self, file, "a launch report")
    } catch {
      guard (try? ManifestFile.read(file)) != nil else { throw error }
      throw ToolFailure(
        """
        \(file): is a manifest, not a launch report: it tells what an app is made of, and a report \
        what came of it in a launch. Give it with '--manifest', and a report with '--report'.
        """, .faults)
    }
  }
}
