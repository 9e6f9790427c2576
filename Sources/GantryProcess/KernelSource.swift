// SPDX-License-Identifier: Apache-2.0

internal import CGantryProcess
internal import Foundation
internal import Gantry

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A descriptor through which the kernel reports that memory is scarce, or that the clock was set.
struct KernelSource {
  private enum Kind {
    case pressure(MemoryPressureLevel)
    /// The counters of a control group, as of the last reading.
    case events(MemoryEvents)
    case clock
  }

  /// The result of reading the source.
  enum Reading: Equatable {
    case nothing
    case sign(KernelWatch.Sign)
    /// No more signs will follow.
    case gone
  }

  /// A source that isn't available here.
  struct Missing: Error, CustomStringConvertible {
    let name: String
    let reason: String
    var description: String { "\(name) cannot be watched: \(reason)" }

    init(_ name: String, _ reason: String = String(cString: strerror(errno))) {
      (self.name, self.reason) = (name, reason)
    }
  }

  /// The trigger: some or all threads lose a fifth of a second within two. Without privileges, the
  /// kernel accepts only windows that are multiples of two seconds.
  private static let someTrigger = "some 200000 2000000"
  private static let fullTrigger = "full 200000 2000000"

  let descriptor: Int32
  /// The events that `poll` waits for.
  let events: Int16
  private var kind: Kind

  /// Reads an event.
  ///
  /// - Parameter state: The events that `poll` returned for the source.
  mutating func read(_ state: Int16) -> Reading {
    guard state & Int16(POLLNVAL) == 0 else { return .gone }
    switch kind {
    case .pressure(let level):
      // The control group was removed.
      guard state & Int16(POLLERR) == 0 else { return .gone }
      if events & Int16(POLLIN) != 0 { _ = Self.bytes(of: descriptor) }
      return .sign(.memory(level))
    case .events(let earlier):
      guard let now = Self.counters(of: descriptor) else { return .gone }
      kind = .events(now)
      return now.sign(since: earlier).map { .sign(.memory($0)) } ?? .nothing
    case .clock:
      let count = Self.bytes(of: descriptor)
      return count == nil && errno == ECANCELED ? .sign(.clockJump) : .nothing
    }
  }

  // MARK: Opening

  /// Returns all sources that are available here.
  ///
  /// - Parameters:
  ///   - environment: The environment, in which `MEMORY_PRESSURE_WATCH` may name a file of the
  ///     service manager.
  ///   - report: A closure to call with each missing source.
  static func all(_ environment: [String: String], _ report: (Missing) -> Void) -> [Self] {
    let group = ControlGroup.own
    var sources: [Self] = []
    do throws(Missing) {
      sources += try pressure(environment, group)
    } catch {
      report(error)
    }
    do throws(Missing) {
      sources.append(try counters(in: group))
    } catch {
      report(error)
    }
    do throws(Missing) {
      sources.append(try clock())
    } catch {
      report(error)
    }
    return sources
  }

  /// Opens the file that the service manager names, else the control group's, else the file of the
  /// whole system. Without privileges, only the last one can be opened.
  private static func pressure(
    _ environment: [String: String], _ group: String?
  ) throws(Missing) -> [Self] {
    if let file = environment["MEMORY_PRESSURE_WATCH"], !file.isEmpty {
      // This is how a manager tells the process not to watch.
      guard file != "/dev/null" else { return [] }
      let coded = environment["MEMORY_PRESSURE_WRITE"] ?? ""
      let text = Data(base64Encoded: coded).map { String(decoding: $0, as: UTF8.self) } ?? ""
      return try triggers(file, text)
    }
    if let group, let sources = try? triggers("\(group)/memory.pressure", someTrigger) {
      return sources
    }
    return try triggers("/proc/pressure/memory", someTrigger)
  }

  private static func triggers(_ file: String, _ trigger: String) throws(Missing) -> [Self] {
    let descriptor = try opened(file, O_RDWR)
    var state = stat()
    fstat(descriptor, &state)
    let isPipe = state.st_mode & S_IFMT == S_IFIFO
    do throws(Missing) {
      if !trigger.isEmpty { try write(trigger, to: descriptor, file) }
    } catch {
      close(descriptor)
      throw error
    }
    let events = Int16(isPipe ? POLLIN : POLLPRI)
    let first = Self(descriptor: descriptor, events: events, kind: .pressure(.warning))
    guard !isPipe, let other = try? opened(file, O_RDWR) else { return [first] }
    do throws(Missing) {
      try write(fullTrigger, to: other, file)
    } catch {
      close(other)
      return [first]
    }
    return [first, Self(descriptor: other, events: events, kind: .pressure(.critical))]
  }

  private static func counters(in group: String?) throws(Missing) -> Self {
    guard let group else {
      throw Missing("memory.events", "the process isn't in a control group of version 2")
    }
    let descriptor = try opened("\(group)/memory.events", O_RDONLY)
    return Self(
      descriptor: descriptor, events: Int16(POLLPRI),
      kind: .events(counters(of: descriptor) ?? MemoryEvents("")))
  }

  private static func clock() throws(Missing) -> Self {
    let timer = gantry_open_clock_watch()
    guard timer >= 0 else { throw Missing("the clock") }
    return Self(descriptor: timer, events: Int16(POLLIN), kind: .clock)
  }

  private static func opened(_ file: String, _ mode: Int32) throws(Missing) -> Int32 {
    let descriptor = open(file, mode | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Missing(file) }
    return descriptor
  }

  /// Writes a trigger, which the kernel expects to end with a zero byte.
  private static func write(
    _ trigger: String, to descriptor: Int32, _ file: String
  ) throws(Missing) {
    let bytes = trigger.hasSuffix("\0") ? Array(trigger.utf8) : Array(trigger.utf8) + [0]
    #if canImport(Glibc)
      let count = Glibc.write(descriptor, bytes, bytes.count)
    #elseif canImport(Musl)
      let count = Musl.write(descriptor, bytes, bytes.count)
    #else
      let count = Darwin.write(descriptor, bytes, bytes.count)
    #endif
    guard count >= 0 else { throw Missing(file) }
  }

  /// Reads a piece; nil if that fails, with the reason in `errno`.
  private static func bytes(of descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    #if canImport(Glibc)
      let count = Glibc.read(descriptor, &bytes, bytes.count)
    #elseif canImport(Musl)
      let count = Musl.read(descriptor, &bytes, bytes.count)
    #else
      let count = Darwin.read(descriptor, &bytes, bytes.count)
    #endif
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  private static func counters(of descriptor: Int32) -> MemoryEvents? {
    lseek(descriptor, 0, SEEK_SET)
    return bytes(of: descriptor).map { MemoryEvents(String(decoding: $0, as: UTF8.self)) }
  }
}

/// The process's control group, of version 2.
enum ControlGroup {
  /// The group's folder; nil if there is none.
  static var own: String? {
    guard let groups = try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8),
      let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
    else { return nil }
    return folder(groups: groups, mounts: mounts)
  }

  /// Finds the group's folder.
  ///
  /// - Parameters:
  ///   - groups: The text of `/proc/self/cgroup`.
  ///   - mounts: The text of `/proc/self/mountinfo`.
  static func folder(groups: String, mounts: String) -> String? {
    let mark = "0::"
    guard let line = groups.split(separator: "\n").first(where: { $0.hasPrefix(mark) }) else {
      return nil
    }
    var path = String(line.dropFirst(mark.count))
    for mount in mounts.split(separator: "\n") {
      let fields = mount.split(separator: " ")
      guard let dash = fields.firstIndex(of: "-"), dash > 4, dash + 1 < fields.count,
        fields[dash + 1] == "cgroup2"
      else { continue }
      // A container may see only a part of the tree.
      let root = String(fields[3])
      if root != "/", path == root || path.hasPrefix("\(root)/") {
        path = String(path.dropFirst(root.count))
      }
      return path == "/" || path.isEmpty ? String(fields[4]) : "\(fields[4])\(path)"
    }
    return nil
  }
}
