// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry

/// Makes the level of memory pressure out of single signs of it.
///
/// A value without I/O: signs and the time go in, and a level comes out where modules are to be told.
struct MemoryGauge {
  /// How long after the last sign of a level that level is over.
  static let calm = Duration.seconds(10)
  /// How often modules are told again of a pressure that goes on.
  static let interval = Duration.seconds(10)

  private var lastWarning: Duration?
  private var lastCritical: Duration?
  private var told: (level: MemoryPressureLevel, time: Duration) = (.normal, .zero)

  /// Notes a sign; ``MemoryPressureLevel/normal`` only lets time pass.
  ///
  /// - Returns: The level that modules are to be told; nil when they know it.
  mutating func note(_ sign: MemoryPressureLevel, at time: Duration) -> MemoryPressureLevel? {
    switch sign {
    case .normal: break
    case .warning: lastWarning = time
    case .critical: lastCritical = time
    }
    let level = level(at: time)
    let isDue = sign != .normal && time - told.time >= Self.interval
    guard level != told.level || isDue else { return nil }
    told = (level, time)
    return level
  }

  /// When the level falls if there is no other sign; nil while it is normal.
  var next: Duration? {
    switch told.level {
    case .normal: nil
    case .warning: lastWarning.map { $0 + Self.calm }
    case .critical: lastCritical.map { $0 + Self.calm }
    }
  }

  private func level(at time: Duration) -> MemoryPressureLevel {
    if let lastCritical, time - lastCritical < Self.calm { return .critical }
    if let lastWarning, time - lastWarning < Self.calm { return .warning }
    return .normal
  }
}

/// The counters of a control group's `memory.events`.
struct MemoryEvents: Equatable {
  private var counts: [Substring: Int] = [:]

  /// Reads the text of the file; lines without a counter are passed over.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, let count = Int(words[1]) { counts[words[0]] = count }
    }
  }

  /// The change since an earlier reading; nil without a sign that memory is scarce.
  func sign(since earlier: Self) -> MemoryPressureLevel? {
    func hasGrown(_ names: [Substring]) -> Bool {
      names.contains { counts[$0, default: 0] > earlier.counts[$0, default: 0] }
    }
    if hasGrown(["max", "oom", "oom_kill", "oom_group_kill"]) { return .critical }
    return hasGrown(["low", "high"]) ? .warning : nil
  }
}
