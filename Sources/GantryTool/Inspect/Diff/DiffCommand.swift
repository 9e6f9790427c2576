// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// `gantry diff`: shows the consequences of a change to an app.
struct DiffCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two versions of an app, and name the modules that break.",
    discussion: """
      Compares two manifests, which the app wrote with GANTRY_MANIFEST=json before and after the \
      change. Exits with 1 if something that others may use breaks.
      """)

  @Argument(
    help: ArgumentHelp("The manifest before the change.", valueName: "old"),
    completion: .file(extensions: ["json"]))
  var old: String

  @Argument(
    help: ArgumentHelp("The manifest after it.", valueName: "new"),
    completion: .file(extensions: ["json"]))
  var new: String

  @Option(help: "Output format: lines by module (text), or a JSON object (json).")
  var format = TextFormat.text

  /// Returns the changes, or the reason why they can't be determined.
  func result() throws(ToolFailure) -> ToolResult {
    let diff = ManifestDiff(old: try ManifestFile.read(old), new: try ManifestFile.read(new))
    var result = ToolResult(output: [
      format == .text ? diff.text(old: old, new: new) : try ToolJSON.text(of: diff.file)
    ])
    if diff.isBreaking { result.exit = .faults }
    return result
  }
}

extension ManifestDiff {
  /// The JSON format of the changes.
  struct File: Encodable {
    let schemaVersion: Int
    let isBreaking: Bool
    let changes: [ManifestChange]
    let notes: [String]
  }

  /// The changes for the JSON.
  var file: File {
    File(schemaVersion: 1, isBreaking: isBreaking, changes: changes, notes: notes)
  }
}
