// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import GantryCore
internal import GantrySupport

/// `gantry check`: finds everything that is wrong with an app, before it runs.
struct CheckCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find everything that is wrong with an app, before it runs.",
    discussion: """
      Builds the app, asks it for its manifest, and reports faults that the application itself \
      finds, modules whose record is not in the program, and imports that the layers do not allow. \
      The layers are in gantry.yaml beside Package.swift; without it, only tests may import a \
      target that has modules.
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

  /// Returns the report. Faults are its result, not a failure of the command.
  func result() throws(ToolFailure) -> ToolResult {
    var check = try CheckRun(app.source(), app)
    var accepted = (accepted: 0, stale: [String]())
    if let baseline, writeBaseline {
      try Baseline(check.findings).write(to: baseline)
    }
    if let baseline { accepted = check.accept(try Baseline(baseline)) }
    let report = CheckReport(check, accepted: accepted.accepted, stale: accepted.stale)
    var result = ToolResult(
      output: format == .text ? report.text : [try ToolJSON.text(of: report)])
    if !check.findings.isEmpty { result.exit = .faults }
    return result
  }
}

/// The result of a check, for people and for programs.
struct CheckReport: Encodable {
  /// The version of the JSON format.
  static let currentSchemaVersion = 1

  /// A finding in the JSON.
  struct Fault: Encodable {
    let kind: String
    let fingerprint: String
    let location: String?
    let message: String
  }

  /// A skipped module or task in the JSON.
  struct Skip: Encodable {
    /// The name of a module, or of a task whose module runs.
    let name: String
    /// The chain from the nearest reason to the cause.
    let chain: [String]
  }

  let schemaVersion = Self.currentSchemaVersion
  /// The name of the app, or the path of its manifest.
  let app: String
  let modules: Int
  let functions: Int
  let targets: Int
  let faults: [Fault]
  /// The modules and tasks that would be skipped, which isn't a fault.
  let skipped: [Skip]
  /// Probable mistakes, which aren't faults.
  let warnings: [String]
  /// The number of faults that the baseline accepts.
  let accepted: Int
  /// The findings that the baseline accepts but that no longer exist.
  let stale: [String]
  /// The parts that weren't checked, with the reasons.
  let notChecked: [String]

  init(_ run: CheckRun, accepted: Int, stale: [String]) {
    let modules = run.source.manifest.modules
    app = run.source.name
    let declarations = modules.map { ($0.kind, run.source.manifest.declarations(of: $0)) }
    self.modules = declarations.reduce(0) { $0 + ($1.0 == .module ? $1.1 : 0) }
    functions = declarations.reduce(0) { $0 + ($1.0 == .function ? $1.1 : 0) }
    targets = run.targetCount
    faults = run.findings.map {
      Fault(kind: $0.kind, fingerprint: $0.fingerprint, location: $0.location, message: $0.message)
    }
    skipped = run.source.manifest.skips.map { Skip(name: $0.name.rawValue, chain: $0.chain) }
    warnings = run.warnings
    self.accepted = accepted
    self.stale = stale
    notChecked = run.gaps
  }

  /// The lines of the report as text.
  var text: [String] {
    let known =
      [modules.counted("module"), functions.counted("function")]
      + (targets > 0 ? [targets.counted("target")] : [])
    let found = faults.isEmpty ? "no faults" : faults.count.counted("fault")
    let rest = accepted > 0 ? " (\(accepted) accepted by the baseline)" : ""
    var text = ["\(app): \(known.joined(separator: ", ")); \(found)\(rest)"]
    for fault in faults {
      text += ["", [fault.location, fault.kind].compactMap(\.self).joined(separator: ": ")]
      text += fault.message.split(separator: "\n").map { "  \($0)" }
    }
    text += Self.section(
      "Skipped:", skipped.map { ([$0.name] + $0.chain).joined(separator: " ← ") })
    text += Self.section("Warnings:", warnings)
    text += Self.section("In the baseline, but no longer found:", stale)
    text += Self.section("Not checked:", notChecked)
    return text
  }

  private static func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["", title] + lines.map { "  \($0)" }
  }
}

extension AppManifest {
  /// Returns the number of declarations with the name of a module or function: of several, the
  /// manifest has only the first, and a fault has all.
  fileprivate func declarations(of entry: Entry) -> Int {
    let clash = findings?.faults.first { fault in
      fault.kind == "duplicateName" && fault.modules == [entry.name]
        && fault.locations.contains(entry.declaredAt)
    }
    return max(1, Set(clash?.locations ?? []).count)
  }
}
