// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

#if Tools
  internal import GantryReports
#endif

extension Application {
  /// Whether `GANTRY_REPORT` in the environment has each launch written down.
  ///
  /// Its value is a file, whose ending says the form: `launch.txt`, `launch.html`, `launch.json`,
  /// `launch.svg` or `launch.trace.json`; or `text`, for standard error. A file is written when the
  /// app is ready, and again when the launch is over or was stopped.
  public struct Reports: Sendable {
    typealias Writer =
      @Sendable (LaunchReport, LaunchReportForm, _ title: String) throws -> String

    /// Writes a launch in a form; nil where nothing may be written.
    let writer: Writer?

    /// In debug builds of the app only.
    public static var inDebugBuilds: Reports {
      #if DEBUG
        always
      #else
        never
      #endif
    }

    /// In every build, also where whoever starts the app is not its developer.
    ///
    /// Without the trait `Tools` of this package there are text and JSON only, of which `gantry
    /// report` makes the other forms.
    public static var always: Reports {
      #if Tools
        Reports { report, form, title in try report.text(as: form, title: title) }
      #else
        Reports(writer: plain)
      #endif
    }

    /// In no build.
    public static var never: Reports { Reports(writer: nil) }
  }
}

extension Application.Reports {
  /// Writes the forms that need no drawing.
  static let plain: Writer = { report, form, _ in
    if let text = try report.plainText(as: form) { return text }
    throw UndrawnForm(form: form)
  }

  private struct UndrawnForm: Error, CustomStringConvertible {
    let form: LaunchReportForm

    var description: String {
      """
      this app draws no '\(form)', because it takes Gantry without the trait 'Reports'. Write a .json \
      file and run `gantry report \(form)` on it, or add the trait in Package.swift.
      """
    }
  }
}
