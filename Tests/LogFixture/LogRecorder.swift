// SPDX-License-Identifier: Apache-2.0

package import Logging
import GantrySupport

/// Keeps log lines, as `level message key=value`.
package final class LogRecorder: Sendable {
  private let written = Mutex<[String]>([])
  private let onLine: @Sendable (String) -> Void

  /// Creates a recorder without lines.
  ///
  /// - Parameter onLine: Called with each line, by the code that logs it.
  package init(onLine: @escaping @Sendable (String) -> Void = { _ in }) { self.onLine = onLine }

  /// All lines, in the order in which they were logged.
  package var lines: [String] { written.withLock { $0 } }

  /// The messages of one level; hangs of the main actor only on request, since a busy machine
  /// causes some by itself.
  package func lines(_ level: Logger.Level, hangs: Bool = false) -> [String] {
    lines.filter { $0.hasPrefix("\(level) ") && (hangs || !Self.isHang($0)) }
      .map { String($0.dropFirst("\(level) ".count)) }
  }

  private static func isHang(_ line: String) -> Bool {
    line.contains("the main actor") && line.contains(" for over ")
  }

  /// A logger for everything from debug on.
  package var logger: Logger {
    var logger = Logger(label: "gantry.test") { _ in Handler(recorder: self) }
    logger.logLevel = .debug
    return logger
  }

  private struct Handler: LogHandler {
    let recorder: LogRecorder
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug
    var metadataProvider: Logger.MetadataProvider?

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
      let tags = all.filter { $0.key != "gantry.time" }.sorted { $0.key < $1.key }
        .map { " \($0.key)=\($0.value)" }
      let line = "\(event.level) \(event.message)\(tags.joined())"
      recorder.written.withLock { $0.append(line) }
      recorder.onLine(line)
    }
  }
}
