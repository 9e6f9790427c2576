// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

package import GantryReports

extension Application {
  /// Whether `GANTRY_REPORT` in the environment has each launch written down.
  ///
  /// Its value is a file, whose ending says the form: `launch.txt`, `launch.html`, `launch.json`,
  /// `launch.svg` or `launch.trace.json`; or `text`, for standard error. A file is written when the
  /// app is ready, and again when the launch is over or was stopped.
  public struct Reports: Sendable {
    package typealias Writer =
      @Sendable (LaunchReport, LaunchReportForm, _ title: String) throws -> String

    /// Writes a launch in a form; nil where nothing may be written.
    package let writer: Writer?

    /// In debug builds of the app only.
    public static var inDebugBuilds: Reports {
      #if DEBUG
        always
      #else
        never
      #endif
    }

    /// In every build, also where whoever starts the app is not its developer.
    public static var always: Reports {
      Reports { report, form, title in try report.text(as: form, title: title) }
    }

    /// In no build.
    public static var never: Reports { Reports(writer: nil) }

    private init(writer: Writer?) { self.writer = writer }
  }
}
