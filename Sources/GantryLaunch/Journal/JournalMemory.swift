// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The bytes of a journal, mapped into memory. Every access is one atomic load or store.
final class JournalMemory: Sendable {
  /// The app and the build that a file must match.
  struct Key {
    let app: UInt64
    let build: UInt64
    let slots: Int

    init(app: String, build: String, slots: Int) {
      (self.app, self.build, self.slots) = (Hash64.of(app), Hash64.of(build), slots)
    }

    /// The contents of a file in which no session has begun.
    var emptyFile: Data {
      var data = Data(count: Layout.header + slots * Layout.slot)
      let words = [Layout.magic, UInt64(Layout.version) | UInt64(slots) << 32, app, build]
      for (index, word) in (words + [Hash64.of(words)]).enumerated() {
        withUnsafeBytes(of: word.littleEndian) { bytes in
          data.replaceSubrange(index * 8..<index * 8 + 8, with: bytes)
        }
      }
      return data
    }
  }

  /// The reason why a file isn't the expected one.
  enum Mismatch: Equatable {
    case otherBuild
    case foreign(reason: String)
  }

  enum Layout {
    /// `GANTRYLJ`, read as a number.
    static let magic: UInt64 = 0x4A4C_5952_544E_4147
    static let version: UInt32 = 1
    static let header = 4096
    static let slot = 128
    static let session = 64
    static let boots = 72
    static let used = 88
    /// An offset within a slot.
    static let notes = 4
    static let length = 12
    static let name = 16
    static let longestName = 112
  }

  /// Invariant: the start of the mapping, which lasts as long as this object.
  private let base: UInt
  private let size: Int

  /// Maps a file; nil if there is none.
  init?(_ path: String) throws(DiskFile.Failure) {
    guard let file = try DiskFile.Descriptor(path, O_RDWR | O_NONBLOCK | O_NOFOLLOW) else {
      return nil
    }
    size = try file.regularSize()
    guard size > 0 else {
      base = 0
      return
    }
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0)
    // This is MAP_FAILED, which some systems define as a macro that Swift can't import.
    guard let memory, Int(bitPattern: memory) != -1 else { throw DiskFile.Failure() }
    base = UInt(bitPattern: memory)
  }

  deinit {
    if let memory = UnsafeMutableRawPointer(bitPattern: base) { munmap(memory, size) }
  }

  /// Returns how the file differs from the expected one; nil if it doesn't.
  func check(_ key: Key, needed: Int) -> Mismatch? {
    guard size >= Layout.header else { return .foreign(reason: "it is only \(size) bytes long") }
    let words = (0..<4).map { load64($0 * 8) }
    guard words[0] == Layout.magic else { return .foreign(reason: "its format differs") }
    let version = UInt32(truncatingIfNeeded: words[1])
    guard version == Layout.version else { return .foreign(reason: "its version is \(version)") }
    let slots = Int(words[1] >> 32)
    guard Hash64.of(words) == load64(32), size == Layout.header + slots * Layout.slot,
      Int(load32(Layout.used)) <= slots
    else { return .foreign(reason: "it is damaged") }
    guard words[2] == key.app else { return .foreign(reason: "it belongs to another app") }
    return words[3] == key.build && slots >= needed ? nil : .otherBuild
  }

  private var slotCount: Int { (size - Layout.header) / Layout.slot }

  // MARK: Sessions

  var session: LaunchJournal.Session { LaunchJournal.Session(load64(Layout.session)) }

  func set(_ session: LaunchJournal.Session) {
    access(Layout.session, UInt64.self) { $0.pointee.store(session.word, ordering: .releasing) }
  }

  /// Moves to a later phase. A session that has ended stays ended.
  func advance(to phase: LaunchJournal.Phase) {
    var known = load64(Layout.session)
    while true {
      var session = LaunchJournal.Session(known)
      guard let current = session.phase, current.rawValue < phase.rawValue else { return }
      session.phase = phase
      let word = session.word
      let expected = known
      let result = access(Layout.session, UInt64.self) { pointer in
        pointer.pointee.compareExchange(
          expected: expected, desired: word, ordering: .acquiringAndReleasing)
      }
      guard let result, !result.exchanged else { return }
      known = result.original
    }
  }

  func end(of session: LaunchJournal.Session, boot: UInt64) -> LaunchJournal.End {
    switch session.phase {
    case nil: return .none
    case .survived, .ended: return .survived
    case .stopping: return .excused(reason: "it was asked to stop")
    case .launching, .ready: break
    }
    if session.isDebugged { return .excused(reason: "a debugger was attached") }
    guard load64(boots(session)) == boot else {
      return .excused(reason: "the machine was restarted")
    }
    let began = (0..<used).filter { load32(offset($0)) == session.number }
    return .died(inFlight: began.map(name).sorted())
  }

  func setBoot(_ boot: UInt64, for session: LaunchJournal.Session) {
    access(boots(session), UInt64.self) { $0.pointee.store(boot, ordering: .releasing) }
  }

  private func boots(_ session: LaunchJournal.Session) -> Int {
    Layout.boots + Int(session.number & 1) * 8
  }

  // MARK: Quarantine

  func quarantine(of session: LaunchJournal.Session) -> Quarantine {
    var state = Quarantine()
    guard session.phase != nil else { return state }
    state.level = Quarantine.Level(rawValue: Int(session.level)) ?? .none
    state.deaths = Int(session.deaths)
    state.survivals = Int(session.survivals)
    state.isRepairBroken = session.isRepairBroken
    let side = Layout.notes + Int(session.number & 1) * 4
    for slot in 0..<used {
      switch load32(offset(slot) + side) {
      case 1: state.suspects.insert(name(slot))
      case 2: state.onTrial.insert(name(slot))
      default: break
      }
    }
    return state
  }

  /// Writes the state for a session that has not begun, next to that of the session before.
  func note(_ state: Quarantine, in session: inout LaunchJournal.Session) {
    session.level = UInt64(state.level.rawValue)
    session.deaths = UInt64(min(63, state.deaths))
    session.survivals = UInt64(min(63, state.survivals))
    session.isRepairBroken = state.isRepairBroken
    let side = Layout.notes + Int(session.number & 1) * 4
    let isClean = state.suspects.isEmpty && state.onTrial.isEmpty
    for slot in 0..<used {
      let name = isClean ? "" : name(slot)
      let note: UInt32 = state.suspects.contains(name) ? 1 : state.onTrial.contains(name) ? 2 : 0
      store(note, atByte: offset(slot) + side)
    }
  }

  // MARK: Slots

  /// Returns the slots of tasks. Tasks without a slot get a new one, or -1 if there is no room.
  func slots(for names: [String]) -> [Int] {
    // Usually, a launch has the same tasks in the same order as the one before.
    if names.count <= used, names.indices.allSatisfy({ holds(Self.text(of: names[$0]), in: $0) }) {
      return Array(names.indices)
    }
    var known = [String: Int](minimumCapacity: used)
    for slot in 0..<used { known[name(slot)] = slot }
    return names.map { name in
      let text = Self.text(of: name)
      if let slot = known[text] { return slot }
      let slot = used
      guard slot < slotCount else { return -1 }
      write(text, to: slot)
      store(UInt32(slot + 1), atByte: Layout.used)
      known[text] = slot
      return slot
    }
  }

  /// Returns the name of a task in the journal: a name that is too long is cut, and ends with its
  /// hash.
  static func text(of name: String) -> String {
    guard name.utf8.count > Layout.longestName else { return name }
    let hash = String(Hash64.of(name), radix: 16)
    var start = name.prefix(Layout.longestName - 17)
    while start.utf8.count > Layout.longestName - 17 { start.removeLast() }
    return "\(start)#\(hash)"
  }

  /// Marks a slot; a task without one is ignored.
  func store(_ session: UInt32, at slot: Int) {
    if slot >= 0 { store(session, atByte: offset(slot)) }
  }

  private var used: Int { Int(load32(Layout.used)) }

  private func offset(_ slot: Int) -> Int { Layout.header + slot * Layout.slot }

  private func name(_ slot: Int) -> String {
    let start = UnsafeRawPointer(bitPattern: base)
    let length = min(Int(load32(offset(slot) + Layout.length)), Layout.longestName)
    let bytes = UnsafeRawBufferPointer(
      start: start.map { $0 + offset(slot) + Layout.name }, count: length)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func holds(_ text: String, in slot: Int) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard let start = UnsafeRawPointer(bitPattern: base), let other = bytes.baseAddress,
        load32(offset(slot) + Layout.length) == bytes.count
      else { return false }
      return memcmp(start + offset(slot) + Layout.name, other, bytes.count) == 0
    }
  }

  private func write(_ text: String, to slot: Int) {
    guard let start = UnsafeMutableRawPointer(bitPattern: base) else { return }
    for byte in [0, Layout.notes, Layout.notes + 4] { store(0, atByte: offset(slot) + byte) }
    (start + offset(slot) + Layout.name).copyMemory(
      from: Array(text.utf8), byteCount: text.utf8.count)
    store(UInt32(text.utf8.count), atByte: offset(slot) + Layout.length)
  }

  // MARK: Words

  private func load32(_ byte: Int) -> UInt32 {
    access(byte, UInt32.self) { $0.pointee.load(ordering: .acquiring) } ?? 0
  }

  private func load64(_ byte: Int) -> UInt64 {
    access(byte, UInt64.self) { $0.pointee.load(ordering: .acquiring) } ?? 0
  }

  private func store(_ value: UInt32, atByte byte: Int) {
    access(byte, UInt32.self) { $0.pointee.store(value, ordering: .releasing) }
  }

  /// Accesses a word of the mapping as an atomic value, which has the same layout.
  @discardableResult
  private func access<Word: AtomicRepresentable, Result>(
    _ byte: Int, _ type: Word.Type, _ body: (UnsafeMutablePointer<Atomic<Word>>) -> Result
  ) -> Result? {
    UnsafeMutablePointer<Atomic<Word>>(bitPattern: base + UInt(byte)).map(body)
  }
}

extension LaunchJournal.Session {
  init(_ word: UInt64) {
    number = UInt32(truncatingIfNeeded: word)
    phase = LaunchJournal.Phase(rawValue: word >> 32 & 7)
    level = word >> 35 & 3
    isDebugged = word >> 37 & 1 == 1
    deaths = word >> 38 & 63
    survivals = word >> 44 & 63
    isRepairBroken = word >> 50 & 1 == 1
  }

  var word: UInt64 {
    UInt64(number) | (phase?.rawValue ?? 0) << 32 | level << 35 | (isDebugged ? 1 : 0) << 37
      | deaths << 38 | survivals << 44 | (isRepairBroken ? 1 : 0) << 50
  }
}

/// The current boot of the machine, and whether a debugger is attached to this process.
package enum MachineState {
  /// A text that differs after each boot of the machine; empty if the system has none.
  package static var boot: String {
    #if os(Linux)
      let id = try? DiskFile.readToEnd("/proc/sys/kernel/random/boot_id")
      return id.map { String(decoding: $0, as: UTF8.self) } ?? ""
    #else
      var size = 64
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return "" }
      return String(decoding: bytes.prefix(size), as: UTF8.self)
    #endif
  }

  /// Whether a debugger is attached; always false on systems other than Linux.
  package static var isDebugged: Bool {
    #if os(Linux)
      guard let data = try? DiskFile.readToEnd("/proc/self/status") else { return false }
      let mark = "TracerPid:\t"
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
      return lines.first { $0.hasPrefix(mark) }.map { $0.dropFirst(mark.count) != "0" } ?? false
    #else
      return false
    #endif
  }
}
