// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import GantryLaunch

/// The launch that a command shows, and the destination of its output.
struct ReportOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("A launch report, as JSON.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var file: String

  @Option(help: "The file to write. By default, standard output.")
  var output: String?

  /// Shows a launch.
  ///
  /// - Throws: Why it can't.
  func result(
    _ text: (LaunchReport) throws(ToolFailure) -> String
  ) throws(ToolFailure) -> ToolResult {
    try ToolResult(text(ReportFile.read(file)), writingTo: output)
  }

  /// The name of the launch, which is the name of its file.
  var title: String { URL(filePath: file).deletingPathExtension().lastPathComponent }
}

/// Reads launch reports.
enum ReportFile {
  private struct Header: Decodable {
    let schemaVersion: Int?
    let tasks: Anything?
    let totalMilliseconds: Double?
    let modules: Anything?
  }

  /// A value of any type.
  private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  /// Reads a report from a file.
  static func read(_ path: String) throws(ToolFailure) -> LaunchReport {
    let data = try InputFile.data(path)
    let decoder = JSONDecoder()
    do {
      let header = try decoder.decode(Header.self, from: data)
      guard header.tasks != nil, header.totalMilliseconds != nil,
        let version = header.schemaVersion
      else {
        let kind =
          header.modules == nil
          ? "isn't a launch report"
          : """
          is a manifest, not a launch report: a manifest describes what an app is made of, a \
          report what happened in a launch
          """
        throw ToolFailure(
          "\(path): \(kind). An app writes a report with GANTRY_REPORT=launch.json.", .faults)
      }
      guard version == LaunchReport.currentSchemaVersion else {
        throw ToolFailure(
          """
          \(path): the report has schema version \(version), and this tool reads version \
          \(LaunchReport.currentSchemaVersion). Use the tool from the version of Gantry that the \
          app was built with, or record the launch again.
          """, .faults)
      }
      return try decoder.decode(LaunchReport.self, from: data)
    } catch let failure as ToolFailure {
      throw failure
    } catch {
      throw ToolFailure(
        "\(path): isn't a launch report: \(InputFile.reason(error, data)).", .faults)
    }
  }

  /// Reads the report of a file, or those of all `.json` files in a folder, sorted by name.
  static func readAll(_ path: String) throws(ToolFailure) -> [LaunchReport] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { return [try read(path)] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    var reports: [LaunchReport] = []
    for name in names.sorted() where name.hasSuffix(".json") && !name.hasSuffix(".trace.json") {
      reports.append(try read("\(path)/\(name)"))
    }
    guard !reports.isEmpty else {
      throw ToolFailure("\(path): has no launch report, a file that ends in '.json'.", .noInput)
    }
    return reports
  }
}
