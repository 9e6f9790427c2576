// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Receives the signals of the process on behalf of all its hosts.
///
/// The signal handler writes the signal's number into two pipes, each with its own thread. The
/// first thread only ends the process when that is due. It never waits for a task, for a lock that
/// is held for long, or for a new thread. The second thread informs tasks, and may have to wait for
/// a thread.
final class SignalDesk: Sendable {
  /// A receiver of signals.
  protocol Clerk: AnyObject, Sendable {
    /// Checks whether to end the process; called on the watching thread.
    ///
    /// - Parameter signals: The signals that arrived since the last call.
    /// - Returns: How long nothing can change without a signal; nil means for ever.
    func watch(_ signals: [Int32]) -> Duration?
    /// Informs tasks of a signal; called on the second thread.
    func forward(_ signal: Int32)
  }

  private struct State {
    var isOpen = false
    var lastID = 0
    var clerks: [Int: any Clerk] = [:]
    /// For each caught signal, the number of receivers and the previous action.
    var traps: [Int32: (count: Int, previous: Int)] = [:]
  }

  static let shared = SignalDesk()

  /// The write ends of the pipes. The handler reads them, so they are set before the handler.
  private static let watchDoor = Atomic<Int32>(-1)
  private static let tellDoor = Atomic<Int32>(-1)
  private let state = Mutex(State())

  private init() {}

  /// Starts catching signals for a clerk.
  ///
  /// - Returns: The number to pass to ``leave(_:_:)``.
  /// - Throws: ``PlainThread/Failure`` if the system can't create a thread.
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

  /// Removes a clerk, and restores the previous actions of signals that are no longer caught.
  func leave(_ id: Int, _ signals: [Int32]) {
    let clerk = state.withLock { state in
      guard let clerk = state.clerks.removeValue(forKey: id) else { return (any Clerk)?.none }
      for signal in signals { Self.untrap(signal, &state) }
      return clerk
    }
    _ = clerk
  }

  /// Makes the watching thread check again, after a bound has changed.
  func ring() { Self.post(0, to: Self.watchDoor) }

  /// Takes a signal that arrived some other way.
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
    // The signal isn't ignored, since child programs would inherit that.
    let previous = bits(signal(number, handler))
    // SIGUSR1 only asks for the state, so a program that uses it itself keeps it.
    if number == SIGUSR1, previous != bits(SIG_DFL) { signal(number, action(previous)) }
    state.traps[number] = (1, previous)
  }

  private static func untrap(_ number: Int32, _ state: inout State) {
    guard let trap = state.traps[number] else { return }
    state.traps[number]?.count = trap.count - 1
    guard trap.count == 1 else { return }
    state.traps[number] = nil
    let last = signal(number, action(trap.previous))
    // The program has installed its own handler meanwhile.
    if bits(last) != bits(handler) { signal(number, last) }
  }

  private typealias Action = @convention(c) (Int32) -> Void

  private static let handler: Action = { number in
    SignalDesk.post(UInt8(truncatingIfNeeded: number), to: SignalDesk.watchDoor)
    SignalDesk.post(UInt8(truncatingIfNeeded: number), to: SignalDesk.tellDoor)
  }

  private static func bits(_ action: Action?) -> Int { unsafeBitCast(action, to: Int.self) }

  private static func action(_ bits: Int) -> Action? { unsafeBitCast(bits, to: Action?.self) }

  /// Writes a byte; a signal handler may do nothing else.
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
    // A handler never blocks; a full pipe already holds enough signals.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    door.store(ends[1], ordering: .releasing)
    return ends[0]
  }

  /// Waits for signals until the timeout.
  private static func signals(from pipe: Int32, within timeout: Duration?) -> [Int32] {
    var descriptor = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, timeout.map(milliseconds) ?? -1) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(pipe, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).filter { $0 != 0 }.map(Int32.init)
  }

  private static func milliseconds(_ duration: Duration) -> Int32 {
    // Rounded up, so that a bound has passed when the thread checks it.
    Int32(min(max(0, (duration / .milliseconds(1)).rounded(.up)), Double(Int32.max)))
  }
}
