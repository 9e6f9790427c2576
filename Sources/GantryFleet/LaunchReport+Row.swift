// SPDX-License-Identifier: Apache-2.0

public import GantryLaunch
internal import Foundation
internal import GantrySupport

extension LaunchReport {
  /// The row of this launch in a table of many launches: one line of JSON, without a line break.
  ///
  /// Times are whole microseconds with three significant digits. The arrays `start`, `run` and
  /// `wait` have an entry for each task, sorted by name; `gantry plan --document` prints the tasks
  /// in that order, and the row names them if `namesTasks` says so. The guide on many users'
  /// launches describes each field.
  ///
  /// A row has numbers, the names that the code declares, and what `installation` says. It never has
  /// a URL, a path, an error's text or another text from a user.
  ///
  /// - Parameters:
  ///   - installation: The installation of the app.
  ///   - namesTasks: Whether the row contains the names of all tasks.
  /// - Returns: The row; nil if the installation isn't in the sample and nothing went wrong, if the
  ///   app isn't ready yet, and for a report that no application made.
  /// - Complexity: O(n log n).
  public func row(of installation: AppInstallation, namesTasks: Bool = true) -> String? {
    LaunchRow(self, of: installation).map { $0.text(namesTasks: namesTasks) }
  }

  /// How the launch ended; nil while the app isn't ready.
  fileprivate var end: String? {
    if stoppedBy != nil { return "stopped" }
    if timeToReady != nil { return "ready" }
    return isCancelled ? "cancelled" : nil
  }
}

/// The contents of a row, in the order of the plan's document.
struct LaunchRow {
  let id = UInt64.random(in: .min ... .max)
  let plan: String
  private let report: LaunchReport
  private let circumstances: LaunchReport.Circumstances
  private let installation: AppInstallation
  private let tasks: [LaunchReport.Task]
  private let end: String
  private let isInSample: Bool

  init?(_ report: LaunchReport, of installation: AppInstallation) {
    guard let circumstances = report.circumstances, let end = report.end else { return nil }
    isInSample = installation.isInSample
    let wentWrong =
      circumstances.previous == .died || circumstances.safeMode != .off || end != "ready"
      || report.tasks.contains { $0.outcome?.isFailure == true }
    guard isInSample || wentWrong else { return nil }
    let identity = report.identity
    (self.report, self.circumstances) = (report, circumstances)
    (self.installation, self.end, plan) = (installation, end, identity.hash)
    tasks = identity.order.prefix(identity.taskCount).map { report.tasks[$0] }
  }

  /// The row as text.
  ///
  /// - Parameters:
  ///   - namesTasks: Whether it contains the names of all tasks.
  ///   - dropped: The number of rows that a full file has dropped before this one.
  func text(namesTasks: Bool, dropped: Int = 0) -> String {
    var json = RowWriter()
    json.add("v", 1)
    json.add("id", hexadecimal(id))
    json.add("app", bounded(installation.app))
    json.add("build", bounded(installation.build ?? circumstances.build))
    json.add("plan", plan)
    json.add("started_at", Int(circumstances.startedAt.timeIntervalSince1970 * 1_000))
    json.add("kind", circumstances.kind?.rawValue ?? "unknown")
    json.add("source", circumstances.source.rawValue)
    json.add("process", circumstances.processKind.rawValue)
    json.add("device", bounded(installation.device))
    json.add("model", bounded(installation.model))
    json.add("os", bounded(installation.system))
    json.add("workers", circumstances.workers)
    json.add("install", hexadecimal(installation.id))
    json.add("weight", isInSample ? installation.weight : 1)
    json.add("reason", isInSample ? "sample" : "bad")
    addTimes(to: &json)
    json.add("outcome", end)
    json.add("previous", circumstances.previous?.rawValue ?? "unknown")
    json.add(
      "safe", LaunchReport.SafeModeLevel.allCases.firstIndex(of: circumstances.safeMode) ?? 0)
    if !circumstances.suspects.isEmpty {
      json.add("suspects", circumstances.suspects.map(\.rawValue))
    }
    if !circumstances.quarantined.isEmpty {
      json.add("quarantined", circumstances.quarantined.map(\.rawValue))
    }
    addTasks(to: &json)
    let tags = installation.tags.sorted { $0.key < $1.key }.prefix(4)
    json.add("tags", tags.map { (bounded($0.key), bounded($0.value)) })
    if dropped > 0 { json.add("dropped", dropped) }
    if namesTasks { json.add("tasks", tasks.map(\.name.rawValue)) }
    return json.text
  }

  private func addTimes(to json: inout RowWriter) {
    json.add("ready", report.timeToReady.map { max(1, $0.rounded) } ?? 0)
    json.add("bound", report.readyLowerBound?.rounded ?? 0)
    json.add("total", report.total.rounded)
    json.add("main", report.mainLaneTime.rounded)
    if let age = circumstances.sinceProcessStart { json.add("age", age.rounded) }
  }

  private func addTasks(to json: inout RowWriter) {
    // Zero means that the task didn't run.
    json.add("start", tasks.map { $0.duration == nil ? 0 : max(1, $0.started?.rounded ?? 0) })
    json.add("run", tasks.map { $0.duration?.rounded ?? 0 })
    json.add("wait", tasks.map { $0.duration == nil ? 0 : $0.waited?.rounded ?? 0 })
    let positions = Dictionary(
      tasks.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
    json.add("path", report.criticalPath.compactMap { positions[$0] })
    let failed = tasks.indices.filter { tasks[$0].outcome?.isFailure == true }
    if !failed.isEmpty { json.add("failed", failed) }
  }
}

/// Returns a number as 16 hexadecimal digits.
private func hexadecimal(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}

/// Returns the first 64 characters of a text that the app gives.
private func bounded(_ text: String) -> String { String(text.prefix(64)) }

extension Duration {
  /// The microseconds, with three significant digits; never negative.
  fileprivate var rounded: Int {
    var unit = 1
    // A damaged report may say anything.
    let time = Int(min(1e15, max(0, milliseconds * 1_000)).rounded())
    while time / unit >= 1_000 { unit *= 10 }
    return (time + unit / 2) / unit * unit
  }
}

/// Writes an object of JSON on one line. Keys come in the order in which they are added, and empty
/// texts and objects are left out.
private struct RowWriter {
  private var bytes = Array("{".utf8)

  var text: String { String(decoding: bytes, as: UTF8.self) + "}" }

  mutating func add(_ key: String, _ value: Int) {
    add(key: key)
    bytes += "\(value)".utf8
  }

  mutating func add(_ key: String, _ value: Double) {
    add(key: key)
    bytes += (value == value.rounded() ? "\(Int(value))" : "\(value)").utf8
  }

  mutating func add(_ key: String, _ value: String) {
    guard !value.isEmpty else { return }
    add(key: key)
    add(string: value)
  }

  mutating func add(_ key: String, _ values: [Int]) {
    add(key, values) { $0.bytes += "\($1)".utf8 }
  }

  mutating func add(_ key: String, _ values: [String]) {
    add(key, values) { $0.add(string: $1) }
  }

  mutating func add(_ key: String, _ pairs: [(String, String)]) {
    guard !pairs.isEmpty else { return }
    add(key: key)
    var object = RowWriter()
    for (key, value) in pairs { object.add(key, value) }
    bytes += object.text.utf8
  }

  private mutating func add<Value>(
    _ key: String, _ values: [Value], _ add: (inout RowWriter, Value) -> Void
  ) {
    self.add(key: key)
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      add(&self, value)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func add(key: String) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    add(string: key)
    bytes.append(UInt8(ascii: ":"))
  }

  /// Adds a string of JSON: quotation marks, backslashes and control characters are escaped (RFC
  /// 8259, section 7).
  private mutating func add(string: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case ..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
