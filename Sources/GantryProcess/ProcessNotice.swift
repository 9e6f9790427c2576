// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import GantryCore
internal import GantrySupport

/// A notice from a process host to its program, which may show it.
@nonexhaustive
public enum ProcessNotice: Sendable {
  /// The app is ready.
  case ready(LaunchReport)
  /// A URL was opened: a module has handled it, or a route has answered.
  case opened(URL)
  /// No module or route has answered this URL, for the router's reason. With `RouteError.failed`,
  /// the handler of the route has run, and thrown an error.
  case unhandled(URL, RouteError)
  /// A text isn't a URL; nothing has happened. `origin` is, for example, `argument 1` or `line 3`.
  case malformed(String, origin: String)
  /// This URL was still being opened when its time during the stop was over; the stop continues
  /// without it.
  case abandoned(URL, origin: String)
  /// The configuration was reloaded, or stays as it was because of an error.
  case reloaded(ApplicationError?)
  /// The modules were shut down.
  case stopped(ShutdownReport)
}

extension ProcessNotice: CustomStringConvertible {
  /// A line for people; for ``ready(_:)``, the launch as a table.
  public var description: String {
    switch self {
    case .ready(let report): report.description
    case .opened(let url): "opened \(url)"
    case .unhandled(let url, let error): "no module answers for \(url): \(error)"
    case .malformed(let text, let origin):
      "\(origin): '\(Wording.excerpt(text))' is not a URL; write scheme://path?query"
        + Self.advice(text)
    case .abandoned(let url, let origin):
      "\(origin): \(url) was still being opened; the stop no longer waits for it"
    case .reloaded(let error): error.map { "\($0)" } ?? "configuration was read again"
    case .stopped(let report):
      (report.failures.isEmpty
        ? "stopped \(report.modules.count.counted("module"))"
        : "stopped; not cleanly: \(report.problems.joined(separator: ", "))")
        + (report.request.map { "; requested by \($0.module): \($0.reason)" } ?? "")
    }
  }
}

extension ProcessNotice {
  /// How to write the first character that a URL can't have.
  private static func advice(_ text: String) -> String {
    let unfit = text.unicodeScalars.first { !$0.isASCII || $0.value <= 0x20 || $0.value == 0x7F }
    guard let unfit else { return ", with spaces as %20" }
    let escaped = String(unfit).utf8.map { byte in
      (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
    let name = unfit == " " ? "a space" : Wording.excerpt(String(unfit))
    return ", with \(name) as \(escaped)"
  }

  /// The text for the log if the program observes nothing; nil if there is no problem.
  ///
  /// It contains a URL's scheme or origin, but never its text, which may contain secrets.
  var warning: String? {
    switch self {
    case .unhandled(let url, let error):
      "no module answers for a URL of scheme '\(url.scheme ?? "")': \(error.withoutURL)"
    case .malformed(_, let origin):
      "\(origin) is not a URL; write scheme://path?query, with spaces as %20"
    case .abandoned(let url, let origin):
      """
      \(origin), a URL of scheme '\(url.scheme ?? "")', was still being opened; the stop no longer \
      waits for it
      """
    case .reloaded(let error?): "the configuration stays as it was: \(error)"
    // The application itself logs the modules that did not stop cleanly.
    case .ready, .opened, .reloaded, .stopped: nil
    }
  }
}
