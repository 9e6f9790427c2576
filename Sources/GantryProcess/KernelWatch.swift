// SPDX-License-Identifier: Apache-2.0

internal import Gantry
internal import Logging

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Waits on a dedicated thread for the kernel to report scarce memory or a change of the clock.
///
/// It needs a thread, since the other ways to wait for input don't support these events.
final class KernelWatch: Sendable {
  /// The signs that the kernel gives.
  enum Sign: Sendable, Equatable {
    case memory(MemoryPressureLevel)
    case clockJump
  }

  /// The signs to report to modules, as they arrive.
  let signs: AsyncStream<Sign>
  private let sign: AsyncStream<Sign>.Continuation
  /// Ends the thread.
  private let door: ThreadDoor

  /// Starts watching; nil if the kernel offers nothing to watch. The log names what is missing.
  init?(_ environment: [String: String], _ logger: Logger) {
    let sources = KernelSource.all(environment) { logger.debug("\($0)") }
    guard !sources.isEmpty else { return nil }
    (signs, sign) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(8))
    let sign = sign
    do throws(PlainThread.Failure) {
      let (door, exit) = try ThreadDoor.make()
      self.door = door
      do throws(PlainThread.Failure) {
        try PlainThread.start { Self.watch(sources, until: exit, sign) }
      } catch {
        door.shut()
        close(exit)
        throw error
      }
    } catch {
      logger.debug("memory and the clock cannot be watched: \(error.reason)")
      for source in sources { close(source.descriptor) }
      return nil
    }
  }

  /// Stops watching, and closes the descriptors.
  func end() {
    door.shut()
    sign.finish()
  }

  private static func watch(
    _ sources: [KernelSource], until exit: Int32, _ sign: AsyncStream<Sign>.Continuation
  ) {
    let clock = ContinuousClock()
    let started = clock.now
    var sources = sources
    var gauge = MemoryGauge()
    while true {
      let wait = gauge.next.map { max(.zero, $0 - started.duration(to: clock.now)) }
      guard let states = states(of: sources, unless: exit, within: wait) else { break }
      let now = started.duration(to: clock.now)
      var level = MemoryPressureLevel?.none
      for index in sources.indices.reversed() where states[index] != 0 {
        switch sources[index].read(states[index]) {
        case .nothing: break
        case .sign(.memory(let sign)): level = gauge.note(sign, at: now) ?? level
        case .sign(.clockJump): sign.yield(.clockJump)
        case .gone: close(sources.remove(at: index).descriptor)
        }
      }
      if let level = level ?? gauge.note(.normal, at: now) { sign.yield(.memory(level)) }
    }
    for descriptor in sources.map(\.descriptor) + [exit] { close(descriptor) }
  }

  /// Waits for one of the sources; nil when the watch ends.
  private static func states(
    of sources: [KernelSource], unless exit: Int32, within wait: Duration?
  ) -> [Int16]? {
    var polled = sources.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
    polled.append(pollfd(fd: exit, events: Int16(POLLIN), revents: 0))
    let milliseconds = wait.map { Int32(min(60_000, ($0 / .milliseconds(1)).rounded(.up))) } ?? -1
    poll(&polled, nfds_t(polled.count), milliseconds)
    return polled.last?.revents == 0 ? polled.map(\.revents) : nil
  }
}

/// Derives the level of memory pressure from single signs.
///
/// A value without I/O: signs and the time go in, and a level comes out when modules need to know
/// it.
struct MemoryGauge {
  /// The time after the last sign of a level at which the level ends.
  static let calm = Duration.seconds(10)
  /// The interval at which modules are told again that the pressure continues.
  static let interval = Duration.seconds(10)

  private var lastWarning: Duration?
  private var lastCritical: Duration?
  private var told: (level: MemoryPressureLevel, time: Duration) = (.normal, .zero)

  /// Takes a sign; ``MemoryPressureLevel/normal`` only lets time pass.
  ///
  /// - Returns: The level to report to modules; nil if they already know it.
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

  /// The time at which the level falls unless there is another sign; nil while it is normal.
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

  /// Creates counters from the text of the file; lines without a counter are skipped.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, let count = Int(words[1]) { counts[words[0]] = count }
    }
  }

  /// Returns the level that the change since an earlier reading shows; nil if memory isn't scarce.
  func sign(since earlier: Self) -> MemoryPressureLevel? {
    func hasGrown(_ names: [Substring]) -> Bool {
      names.contains { counts[$0, default: 0] > earlier.counts[$0, default: 0] }
    }
    if hasGrown(["max", "oom", "oom_kill", "oom_group_kill"]) { return .critical }
    return hasGrown(["low", "high"]) ? .warning : nil
  }
}
