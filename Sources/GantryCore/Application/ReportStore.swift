// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import GantrySupport
internal import Logging

#if DEBUG
  internal import GantryReports
#endif

extension Application {
  /// Whether the environment variable `GANTRY_REPORT` makes the app write a report of each launch.
  ///
  /// Its value is a file, whose extension selects the form: `launch.txt`, `launch.html`,
  /// `launch.json`, `launch.svg` or `launch.trace.json`; or `text`, for standard error. The report
  /// is written when the app is ready, and again if it has changed when the launch is over or was
  /// stopped.
  public enum Reports: Sendable {
    /// Only debug builds of the app write reports.
    case inDebugBuilds
    /// Every build writes reports, even when users of the app start it.
    ///
    /// A release build writes text and JSON only; `gantry report` makes the other forms from JSON.
    case always
    /// No build writes reports.
    case never
  }
}

extension Application.Reports {
  typealias Writer =
    @Sendable (LaunchReport, LaunchReportForm, _ title: String) throws -> String

  /// Writes a launch in a form; nil if nothing may be written.
  var writer: Writer? {
    #if DEBUG
      guard self != .never else { return nil }
      return { report, form, title in try report.text(as: form, title: title) }
    #else
      return self == .always ? Self.plain : nil
    #endif
  }

  /// Writes the forms that need no drawing.
  static let plain: Writer = { report, form, _ in
    if let text = try report.plainText(as: form) { return text }
    throw UndrawnForm(form: form)
  }

  private struct UndrawnForm: Error, CustomStringConvertible {
    let form: LaunchReportForm

    var description: String {
      """
      a release build doesn't draw '\(form)'. Write a .json file and run `gantry report \(form)` \
      on it.
      """
    }
  }
}

/// Writes reports of an application's launches, if `GANTRY_REPORT` requests them.
///
/// One report is written at a time, so that an earlier one never replaces a later one. A caller on
/// the main actor suspends meanwhile: the log handler may need the main actor.
actor ReportStore {
  /// The destination of a report.
  enum Destination: Equatable {
    case standardError
    /// A file in one of the forms.
    case file(String, LaunchReportForm)

    /// Creates a destination from the value of `GANTRY_REPORT`; nil if the value names no form.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - folder: The folder that a relative path starts from.
    init?(_ value: String, in folder: String) {
      if value == "text" {
        self = .standardError
      } else if let form = LaunchReportForm(file: value) {
        self = .file(value.hasPrefix("/") ? value : "\(folder)/\(value)", form)
      } else {
        return nil
      }
    }
  }

  private struct State {
    /// Whether the whole launch has been written.
    var isOver = false
    /// Whether the log has reported that nothing can be written.
    var hasFailed = false
    /// The text that was last written to standard error.
    var written = ""
  }

  private let value: String
  private let destination: Destination?
  private let write: Application.Reports.Writer?
  private let logger: Logger
  private var state = State()

  /// Creates a store; nil if no report is requested.
  init?(_ write: Application.Reports.Writer?, _ options: LaunchOptions, logger: Logger) {
    guard let value = options.environment["GANTRY_REPORT"], !value.isEmpty else { return nil }
    self.value = value
    destination = Destination(value, in: Self.folder)
    self.write = write
    self.logger = logger
  }

  /// The current folder, like in a shell.
  ///
  /// Apps on Apple systems may start in the root, where they cannot write; the folder for temporary
  /// files is used instead.
  private static var folder: String {
    let current = FileManager.default.currentDirectoryPath
    guard current == "/" else { return current }
    return FileManager.default.temporaryDirectory.path
  }

  /// Prepares for the next launch, and logs a warning if no report of it can be written.
  func begin() {
    state = State()
    if write == nil {
      logger.warning(
        """
        GANTRY_REPORT is ignored: this build of the app does not allow reports. Run a debug build, \
        or pass `reports: .always` to Application.
        """)
    } else if destination == nil {
      logger.warning(
        """
        GANTRY_REPORT is '\(value)', not a report format: no report is written. Write 'text', or a \
        file that ends in .txt, .html, .json, .svg or .trace.json.
        """)
    }
  }

  /// Writes the report as soon as the app is ready, since the app may end before the launch is
  /// over.
  func ready(_ report: LaunchReport) {
    guard !state.isOver else { return }
    put(report)
  }

  /// Writes the report of the whole launch, once.
  func end(_ report: LaunchReport) {
    guard !state.isOver else { return }
    state.isOver = true
    put(report)
    if case .file(let path, _)? = destination, write != nil, !state.hasFailed {
      logger.notice("wrote the launch report to '\(path)'")
    }
  }

  private func put(_ report: LaunchReport) {
    guard let write, let destination else { return }
    let title = ProcessInfo.processInfo.processName
    do {
      switch destination {
      case .standardError:
        let text = try write(report, .text, title)
        if text != state.written { StandardError.write(text) }
        state.written = text
      case .file(let path, let form):
        let text = try write(report, form, title)
        // The temporary file has a unique name, since another application or process may write the
        // same report.
        try DiskFile.replace(
          path, with: Data(text.utf8), through: "\(path).\(UUID().uuidString)~", mode: 0o666)
      }
    } catch {
      guard !state.hasFailed else { return }
      state.hasFailed = true
      let reason = (error as? DiskFile.Failure)?.reason ?? "\(error)"
      logger.warning("the launch report can't be written to '\(value)': \(reason)")
    }
  }
}
