// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import GantrySupport
internal import Logging

/// A file with a row of a launch in each line, and beside it the plans whose tasks a row has named.
struct RowFile: Sendable {
  let path: String
  let limit: Int
  let logger: Logger
  /// The longest wait for another process that reads or writes the file.
  var patience = Duration.seconds(5)

  /// The number of plans to remember: one for each build and set of conditions.
  private static let plansKept = 16
  private static let longest = 1 << 26
  /// Room for the line break and the number of dropped rows.
  private static let slack = 32

  /// Adds a row, and drops the oldest ones if the file is full.
  ///
  /// - Parameters:
  ///   - row: The row. It names its tasks unless an earlier row of the plan has.
  ///   - isSent: Whether a row counts as the first one of its plan until it has been sent.
  func add(_ row: LaunchRow, isSent: Bool) throws(LaunchRowsError) {
    let excess = try locked { () throws(DiskFile.Failure) -> Int? in
      var rows = try read()
      var size = rows.reduce(0) { $0 + $1.utf8.count + 1 }
      let plans = try knownPlans()
      let text = fitting(row, namesTasks: !plans.contains(row.plan))
      guard text.utf8.count + Self.slack <= limit else { return text.utf8.count + 1 }
      var dropped = 0
      while size + text.utf8.count + Self.slack > limit, !rows.isEmpty {
        let oldest = rows.removeFirst()
        size -= oldest.utf8.count + 1
        dropped += 1 + Self.dropped(before: oldest)
      }
      let namesTasks = Self.namesTasks(text)
      rows.append(dropped == 0 ? text : row.text(namesTasks: namesTasks, dropped: dropped))
      try write(rows)
      if !isSent && namesTasks { try remember([row.plan], after: plans) }
      return nil
    }
    if let excess { throw .tooLarge(bytes: excess, limit: limit) }
  }

  /// The rows, oldest first.
  func rows() throws(LaunchRowsError) -> [String] {
    try locked(read)
  }

  /// Removes rows that have been sent.
  func remove(_ sent: [String]) throws(LaunchRowsError) {
    try locked { () throws(DiskFile.Failure) in
      let gone = Set(sent)
      try write(try read().filter { !gone.contains($0) })
      let plans = try knownPlans()
      let new = sent.filter(Self.namesTasks).compactMap(Self.plan).filter { !plans.contains($0) }
      if !new.isEmpty { try remember(new, after: plans) }
    }
  }

  /// Returns a row as text: without the names of its tasks if the file has no room for them.
  private func fitting(_ row: LaunchRow, namesTasks: Bool) -> String {
    let text = row.text(namesTasks: namesTasks)
    return namesTasks && text.utf8.count + Self.slack > limit ? row.text(namesTasks: false) : text
  }

  private func locked<Value>(
    _ body: () throws(DiskFile.Failure) -> Value
  ) throws(LaunchRowsError) -> Value {
    do throws(DiskFile.Failure) {
      guard let lock = try FileLock(path + ".lock", within: patience) else {
        throw DiskFile.Failure("another process has kept it locked for \(patience.text)")
      }
      let value = try body()
      _ = consume lock
      return value
    } catch {
      throw .unusable(file: path, reason: error.reason)
    }
  }

  /// Reads the rows, and sets aside what isn't one. The lock is held.
  private func read() throws(DiskFile.Failure) -> [String] {
    guard let data = try DiskFile.contents(of: path, upTo: Self.longest), !data.isEmpty else {
      return []
    }
    let aside = DiskFile.pathAside(of: path, as: "damaged")
    guard data.count <= Self.longest else {
      try DiskFile.move(path, to: aside)
      warn("had more than \(Self.longest) bytes, and was", aside)
      return []
    }
    let lines = Self.lines(of: data)
    let rows = lines.map(Self.row)
    let damaged = zip(lines, rows).filter { $1 == nil }.map(\.0)
    guard !damaged.isEmpty else { return rows.compactMap(\.self) }
    // First the copy: a process that ends in between leaves every row in the file.
    let copy = Data(damaged.joined(separator: [UInt8(ascii: "\n")]))
    try DiskFile.replace(aside, with: copy, through: path + ".new")
    try write(rows.compactMap(\.self))
    warn("had \(damaged.count.counted("damaged line")), now", aside)
    return rows.compactMap(\.self)
  }

  private func warn(_ words: String, _ aside: String) {
    logger.warning("the file of launch rows '\(path)' \(words) set aside as '\(aside)'")
  }

  /// The lines of a file that aren't blank, as they end on any system, without a byte order mark.
  private static func lines(of data: Data) -> [Data] {
    data.split(separator: UInt8(ascii: "\n")).compactMap { line in
      var line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if line.starts(with: "\u{FEFF}".utf8) { line = line.dropFirst(3) }
      return line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } ? nil : line
    }
  }

  /// Returns a line if it is a whole row; half a row isn't JSON.
  private static func row(_ line: Data) -> String? {
    guard let text = String(utf8: line),
      let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
      (object["v"] as? NSNumber)?.intValue == 1, object["id"] is String, object["plan"] is String
    else { return nil }
    return text
  }

  private func write(_ rows: [String]) throws(DiskFile.Failure) {
    let text = rows.map { $0 + "\n" }.joined()
    try DiskFile.replace(path, with: Data(text.utf8), through: path + ".new")
  }

  private func knownPlans() throws(DiskFile.Failure) -> [String] {
    let data = try DiskFile.contents(of: path + ".plans", upTo: 4_096) ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func remember(_ new: [String], after known: [String]) throws(DiskFile.Failure) {
    let plans = (known + new).suffix(Self.plansKept)
    let text = plans.map { $0 + "\n" }.joined()
    try DiskFile.replace(path + ".plans", with: Data(text.utf8), through: path + ".new")
  }

  // A quotation mark inside a value is escaped, so that only a key looks like these.
  private static func namesTasks(_ row: String) -> Bool { row.contains(#","tasks":["#) }

  private static func plan(of row: String) -> String? {
    row.firstRange(of: #","plan":""#).map { String(row[$0.upperBound...].prefix(16)) }
  }

  private static func dropped(before row: String) -> Int {
    guard let key = row.firstRange(of: #","dropped":"#) else { return 0 }
    return Int(row[key.upperBound...].prefix { $0.isASCII && $0.isNumber }) ?? 0
  }
}
