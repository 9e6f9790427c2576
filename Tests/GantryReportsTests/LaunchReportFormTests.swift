// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryReports
import LaunchFixture
import Testing

@Suite struct LaunchReportFormTests {
  @Test(
    arguments: [
      ("launch.txt", LaunchReportForm.text), ("a/launch.html", .html), ("launch.json", .json),
      ("launch.svg", .svg), ("launch.trace.json", .trace), ("L.JSON", .json), ("trace.json", .json),
      ("launch.pdf", nil), ("launch", nil), ("", nil), ("svg", nil), ("launch.svg/", nil),
    ])
  func `the ending of a name says the form`(name: String, form: LaunchReportForm?) {
    #expect(LaunchReportForm(file: name) == form)
  }

  @Test func `each form is that of its own function, and ends with one line break`() throws {
    let report = try ReportSketch.shop.report()
    for form in LaunchReportForm.allCases {
      let text = try report.text(as: form, title: "Shop")
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"), "\(form)")
    }
    #expect(try report.text(as: .text) == "\(report)\n")
    #expect(try report.text(as: .html, title: "Shop") == report.html(title: "Shop"))
    #expect(try report.text(as: .svg, title: "Shop") == report.svg(title: "Shop"))
    #expect(try report.text(as: .trace, title: "Shop").contains("\"name\":\"Shop\""))
  }

  @Test func `JSON gives the report back, and is the same each time`() throws {
    let report = try ReportSketch.shop.report()
    let text = try report.text(as: .json)
    #expect(try JSONDecoder().decode(LaunchReport.self, from: Data(text.utf8)) == report)
    #expect(try report.text(as: .json) == text)
  }
}
