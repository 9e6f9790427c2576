// SPDX-License-Identifier: Apache-2.0

public import GantryLaunch

extension LaunchReport {
  /// Writes the launch in a form.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - title: The heading of pages and pictures, and the name of the process in traces.
  /// - Returns: A text that ends with a line break.
  /// - Throws: An error of `JSONEncoder`, for `LaunchReportForm.json`.
  public func text(as form: LaunchReportForm, title: String = "Launch") throws -> String {
    if let plain = try plainText(as: form) { return plain }
    return switch form {
    case .svg: svg(title: title)
    case .trace: chromeTrace(process: title) + "\n"
    default: html(title: title)
    }
  }
}
