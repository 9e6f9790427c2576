// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryReports
import LaunchFixture
import Testing

/// The code that the guide to launch reports shows.
@Suite struct ReportGuideTests {
  // region: forms
  /// Writes a launch in all its forms into a folder.
  func keep(_ report: LaunchReport, in folder: URL) throws {
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    try write("\(report)\n", to: "launch.txt")
    try write(report.html(title: "Shop"), to: "launch.html")
    try write(report.chromeTrace(process: "shop"), to: "launch.trace.json")
    try write(report.svg(title: "Shop"), to: "launch.svg")
    try JSONEncoder().encode(report).write(to: folder.appending(path: "launch.json"))
  }
  // endregion

  @Test func `the guide shows the report's exact text`() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let page = root.appending(path: "Documentation").appending(path: "SlowLaunches.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains("```text\n\(try ReportSketch.shop.report())\n```"))
  }

  @Test func `every report format is written and can be read`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let report = try ReportSketch.shop.report()
    try keep(report, in: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(
      names == [
        "launch.html", "launch.json", "launch.svg", "launch.trace.json", "launch.txt",
      ])
    let data = try Data(contentsOf: folder.appending(path: "launch.json"))
    #expect(try JSONDecoder().decode(LaunchReport.self, from: data) == report)
  }
}
