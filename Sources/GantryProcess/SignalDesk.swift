// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Where the process's signals arrive: for all hosts in the process, since signals are the process's.
///
/// The system's handler writes the signal's number into two pipes, each with a thread of its own.
/// One thread only ends the process, when that is due: it never waits for a task, a lock that is
/// held for long, or a thread to be made. The other tells tasks, and may have to wait for a thread.
final class SignalDesk: Sendable {
  /// A receiver of signals.
  protocol Clerk: AnyObject, Sendable {
    /// Looks whether the process has to be ended; called on the thread for that.
    ///
    /// - Parameter signals: The signals since the last call.
    /// - Returns: How long nothing can change without a signal; nil is for ever.
    func watch(_ signals: [Int32]) -> Duration?
    /// Tells tasks of a signal; called on the other thread.
    func forward(_ signal: Int32)
  }

  private struct State {
    var isOpen = false
    var lastID = 0
    var clerks: [Int: any Clerk] = [:]
    /// For each signal that is caught: by how many, and the action that was there before.
    var traps: [Int32: (count: Int, previous: Int)] = [:]
  }

  static let shared = SignalDesk()

  /// Ends of the pipes that a signal is written to; read by the handler, so set before it is.
  private static let watchDoor = Atomic<Int32>(-1)
  private static let tellDoor = Atomic<Int32>(-1)
  private let state = Mutex(State())

  private init() {}

  /// Catches signals for a clerk, from now on.
  ///
  /// - Returns: The number for ``leave(_:_:)``.
  /// - Throws: ``PlainThread/Failure`` when the system makes no thread.
  func enter(_ clerk: any Clerk, catching signals: [Int32]) throws(PlainThread.Failure) -> Int {
    try open()
    let id = state.withLock { state in
      state.lastID += 1
      state.clerks[state.lastID] = clerk
      for signal in signals { Self.trap(signal, &state) }
      return state.lastID
    }
    ring()
    return id
  }

  /// Removes a receiver; signals that are caught no longer act as before.
  func leave(_ id: Int, _ signals: [Int32]) {
    let clerk = state.withLock { state in
      guard let clerk = state.clerks.removeValue(forKey: id) else { return (any Clerk)?.none }
      for signal in signals { Self.untrap(signal, &state) }
      return clerk
    }
    _ = clerk
  }

  /// Has the watching thread look again; a bound has changed.
  func ring() { Self.post(0, to: Self.watchDoor) }

  /// Takes a signal that came some other way.
  func post(_ signal: Int32) {
    Self.post(UInt8(truncatingIfNeeded: signal), to: Self.watchDoor)
    Self.post(UInt8(truncatingIfNeeded: signal), to: Self.tellDoor)
  }

  private func open() throws(PlainThread.Failure) {
    let isOpen = state.withLock { state in
      defer { state.isOpen = true }
      return state.isOpen
    }
    guard !isOpen else { return }
    do {
      let watched = try Self.makePipe(Self.watchDoor)
      let told = try Self.makePipe(Self.tellDoor)
      try PlainThread.start { [self] in
        var timeout: Duration?
        while true { timeout = watch(Self.signals(from: watched, within: timeout)) }
      }
      try PlainThread.start { [self] in
        while true { Self.signals(from: told, within: nil).forEach(forward) }
      }
    } catch {
      state.withLock { $0.isOpen = false }
      throw error
    }
  }

  private var clerks: [any Clerk] {
    state.withLock { state in state.clerks.sorted { $0.key < $1.key }.map(\.value) }
  }

  private func watch(_ signals: [Int32]) -> Duration? {
    clerks.compactMap { $0.watch(signals) }.min()
  }

  private func forward(_ signal: Int32) { for clerk in clerks { clerk.forward(signal) } }

  private static func trap(_ number: Int32, _ state: inout State) {
    if let count = state.traps[number]?.count {
      state.traps[number]?.count = count + 1
      return
    }
    // Not ignored: a program that this one starts would inherit that.
    let previous = bits(signal(number, handler))
    // A signal that only asks for the state is left to a program that uses it itself.
    if number == SIGUSR1, previous != bits(SIG_DFL) { signal(number, action(previous)) }
    state.traps[number] = (1, previous)
  }

  private static func untrap(_ number: Int32, _ state: inout State) {
    guard let trap = state.traps[number] else { return }
    state.traps[number]?.count = trap.count - 1
    guard trap.count == 1 else { return }
    state.traps[number] = nil
    let last = signal(number, action(trap.previous))
    // The program has taken it meanwhile.
    if bits(last) != bits(handler) { signal(number, last) }
  }

  private typealias Action = @convention(c) (Int32) -> Void

  private static let handler: Action = { number in
    SignalDesk.post(UInt8(truncatingIfNeeded: number), to: SignalDesk.watchDoor)
    SignalDesk.post(UInt8(truncatingIfNeeded: number), to: SignalDesk.tellDoor)
  }

  private static func bits(_ action: Action?) -> Int { unsafeBitCast(action, to: Int.self) }

  private static func action(_ bits: Int) -> Action? { unsafeBitCast(bits, to: Action?.self) }

  /// Writes a byte; nothing else may be done where a signal is handled.
  private static func post(_ byte: UInt8, to door: borrowing Atomic<Int32>) {
    let error = errno
    withUnsafePointer(to: byte) { _ = write(door.load(ordering: .acquiring), $0, 1) }
    errno = error
  }

  private static func makePipe(_ door: borrowing Atomic<Int32>) throws(PlainThread.Failure) -> Int32
  {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw PlainThread.Failure(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A handler never waits: a pipe that is full has signals enough.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    door.store(ends[1], ordering: .releasing)
    return ends[0]
  }

  /// Waits for signals, or until the time is over.
  private static func signals(from pipe: Int32, within timeout: Duration?) -> [Int32] {
    var descriptor = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, timeout.map(milliseconds) ?? -1) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(pipe, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).filter { $0 != 0 }.map(Int32.init)
  }

  private static func milliseconds(_ duration: Duration) -> Int32 {
    // Rounded up: a bound has passed when it is looked at.
    Int32(min(max(0, (duration / .milliseconds(1)).rounded(.up)), Double(Int32.max)))
  }
}
