// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The contents of a journal, read from its records.
struct JournalFile {
  /// The app and the build that a file must match.
  struct Key {
    let app: String
    let build: String

    init(app: String, build: String) {
      self.app = String(Hash64.of(app), radix: 16)
      self.build = String(Hash64.of(build), radix: 16)
    }
  }

  /// The reason why a file isn't the expected one.
  enum Mismatch: Equatable {
    case otherBuild
    case foreign(reason: String)
  }

  /// One piece of work.
  struct Record {
    let name: String
    let kind: LaunchJournal.Kind
    let isUnderWay: Bool
    /// Whether it is known to have ended the process.
    let isGuilty: Bool
    /// The term of a suspect; nil for work that runs.
    let term: Quarantine.Term?
    let isOnTrial: Bool
  }

  /// The size of a record in bytes, with its line break.
  static let size = 128
  /// The largest file that is read, in bytes: far more than any app's journal.
  static let longest = 64 << 20
  private static let format = "gantry-launch-journal"
  static let version = "2"
  private static let longestName = 96
  /// The digits of the last counter of the second record, which changes while the launch goes on.
  private static let digits = 7
  /// The largest value of that counter, far more than any suspect waits for.
  static let mostSurvivals = 1 << 20
  /// Where that counter begins in the file, in bytes: before the line break of its record.
  static let survivalsStart = 2 * size - 1 - digits
  /// The numbers of work that isn't a suspect, between the kind and the name.
  private static let noTerm = " 0 0 0 "

  let phase: LaunchMarks.Phase?
  let boot: String
  let isDebugged: Bool
  private let deaths: Int
  private let unexplained: Int
  /// The number of launches that this one counts for if it survived.
  let survivals: Int
  private let records: [Record]

  /// Reads the records; one that is damaged doesn't count.
  init(_ data: Data) {
    let state = Self.line(1, of: data)
    phase = state.first.flatMap(LaunchMarks.Phase.init)
    let fields = state.dropFirst().split(separator: " ")
    boot = fields.first.map(String.init) ?? ""
    isDebugged = fields.dropFirst().first == "1"
    let counters = fields.dropFirst(2).map { max(0, Int($0) ?? 0) }
    (deaths, unexplained) = (counters.first ?? 0, counters.dropFirst().first ?? 0)
    survivals = 1 + min(counters.dropFirst(2).first ?? 0, Self.mostSurvivals)
    records = data.withUnsafeBytes { bytes in
      (2..<max(2, bytes.count / Self.size)).lazy.filter { !Self.isIdle(bytes, at: $0 * Self.size) }
        .compactMap { Record(Self.line($0, of: data)) }
    }
  }

  /// Whether a record says only that work isn't under way, as nearly all do.
  private static func isIdle(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
    bytes[start] == UInt8(ascii: "-")
      && noTerm.utf8.enumerated().allSatisfy { bytes[start + 2 + $0] == $1 }
  }

  /// Returns how a file differs from the expected one; nil if it doesn't.
  static func mismatch(_ data: Data, _ key: Key) -> Mismatch? {
    let fields = line(0, of: data).split(separator: " ").map(String.init)
    guard fields.first == format, fields.count >= 2 else {
      return .foreign(reason: "its format differs")
    }
    guard fields[1] == version else { return .foreign(reason: "its version is \(fields[1])") }
    guard fields.count == 5, data.count == Int(fields[4]).map({ $0 &* size }) else {
      return .foreign(reason: "it is damaged")
    }
    guard fields[2] == key.app else { return .foreign(reason: "it belongs to another app") }
    return fields[3] == key.build ? nil : .otherBuild
  }

  /// The names of some records, in alphabetical order.
  func names(_ isWanted: (Record) -> Bool) -> [String] {
    records.filter(isWanted).map(\.name).sorted()
  }

  var quarantine: Quarantine {
    var state = Quarantine()
    (state.deaths, state.unexplained) = (deaths, unexplained)
    for record in records {
      guard let term = record.term else { continue }
      if record.isOnTrial {
        (state.trial, state.trialLength) = (record.name, term.length)
      } else {
        state.suspects[record.name] = term
      }
    }
    return state
  }

  /// Returns the text of the counter of survivals, which always has the same size.
  static func survivals(_ count: Int) -> [UInt8] {
    let text = Array("\(count)".utf8)
    return Array(repeating: UInt8(ascii: "0"), count: max(0, digits - text.count)) + text
  }

  /// Returns the contents of a file in which a launch has just begun.
  static func data(
    _ key: Key, _ phase: LaunchMarks.Phase, boot: String, isDebugged: Bool,
    _ work: [LaunchJournal.Work], _ state: Quarantine
  ) -> Data {
    let suspects = Set(state.suspects.keys).union([state.trial].compactMap(\.self))
    let present = suspects.isEmpty ? [] : Set(work.map { text(of: $0.name) })
    let all =
      work + suspects.subtracting(present).sorted().map { LaunchJournal.Work($0, .absent) }
    var bytes = [UInt8](repeating: UInt8(ascii: " "), count: (all.count + 2) * size)
    write(
      "\(format) \(version) \(key.app) \(key.build) \(all.count + 2)", in: &bytes, at: 0)
    write(
      "\(phase.rawValue) \(boot) \(isDebugged ? 1 : 0) \(state.deaths) \(state.unexplained)",
      in: &bytes, at: 1)
    bytes.replaceSubrange(survivalsStart..<(survivalsStart + digits), with: survivals(0))
    for (index, work) in all.enumerated() {
      let name = text(of: work.name)
      let isOnTrial = name == state.trial
      let term = isOnTrial ? .init(left: 0, length: state.trialLength) : state.suspects[name]
      let terms = term.map { " \($0.left) \($0.length) \(isOnTrial ? 1 : 0) " } ?? noTerm
      write("-", String(work.kind.rawValue), terms, name, in: &bytes, at: index + 2)
    }
    return Data(bytes)
  }

  /// Returns the name of work in a journal: one that is too long, or that a line can't hold, is cut
  /// and ends with its hash.
  static func text(of name: String) -> String {
    let isLine = name.utf8.allSatisfy { $0 >= 32 } && name.last ?? " " != " "
    if isLine, name.utf8.count <= longestName { return name }
    let hash = String(Hash64.of(name), radix: 16)
    var start = String(name.unicodeScalars.filter { $0.value >= 32 }.prefix(longestName - 17))
    while start.utf8.count > longestName - 17 { start.unicodeScalars.removeLast() }
    return "\(start)#\(hash)"
  }

  /// Writes a record, which is a line that ends with spaces.
  private static func write(_ texts: String..., in bytes: inout [UInt8], at record: Int) {
    var index = record * size
    let end = index + size - 1
    for text in texts {
      for byte in text.utf8 where index < end {
        bytes[index] = byte
        index += 1
      }
    }
    bytes[end] = UInt8(ascii: "\n")
  }

  /// Returns the text of a record; empty if there is none.
  private static func line(_ index: Int, of data: Data) -> Substring {
    let bytes = data.dropFirst(index * size).prefix(size)
    let end = bytes.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
    return end.map { Substring(decoding: bytes[...$0], as: UTF8.self) } ?? ""
  }
}

extension JournalFile.Record {
  /// Reads a record; nil if it is damaged.
  fileprivate init?(_ line: Substring) {
    let fields = line.split(separator: " ", maxSplits: 4).map(String.init)
    guard fields.count == 5, fields[0].count == 2, let mark = fields[0].first,
      let kind = fields[0].last.flatMap(LaunchJournal.Kind.init),
      let left = Int(fields[1]), let length = Int(fields[2]), left >= 0, length >= 0
    else { return nil }
    name = fields[4]
    self.kind = kind
    (isUnderWay, isGuilty) = (mark == "+" || mark == "!", mark == "!")
    // A damaged number must not keep work from running for ever.
    let bound = 1 << 20
    term = length > 0 ? .init(left: min(left, bound), length: min(length, bound)) : nil
    isOnTrial = fields[3] == "1"
  }
}
