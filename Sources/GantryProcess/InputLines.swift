// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The lines of a file descriptor; ends with the input.
///
/// A dedicated thread reads one piece on each request. So a writer that is faster than URLs are
/// opened has to wait, and nothing piles up. It doesn't use `DispatchIO`: on Linux, closing a pipe
/// while nothing reads from it can crash the process.
struct InputLines: AsyncSequence {
  typealias Element = LineSplitter.Line

  private let source: Source

  /// Reads until the end of the input, until an error, or until the sequence is released.
  ///
  /// - Parameter descriptor: An open file descriptor; it stays open.
  /// - Throws: ``PlainThread/Failure`` if the system can't create a thread.
  init(of descriptor: Int32) throws(PlainThread.Failure) { source = try Source(descriptor) }

  func makeAsyncIterator() -> Iterator { Iterator(source) }

  struct Iterator: AsyncIteratorProtocol {
    private let source: Source
    private var pieces: AsyncStream<[UInt8]>.Iterator
    private var splitter = LineSplitter()
    private var lines: ArraySlice<Element> = []

    fileprivate init(_ source: Source) {
      self.source = source
      pieces = source.pieces.makeAsyncIterator()
    }

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Element? {
      while true {
        if let line = lines.popFirst() { return line }
        source.ask()
        guard let bytes = await pieces.next(isolation: actor) else { return splitter.end() }
        lines = splitter.add(bytes)[...]
      }
    }
  }

  /// The descriptor, and the bytes read from it.
  fileprivate final class Source: Sendable {
    let pieces: AsyncStream<[UInt8]>
    private let door: ThreadDoor

    init(_ descriptor: Int32) throws(PlainThread.Failure) {
      let continuation: AsyncStream<[UInt8]>.Continuation
      (pieces, continuation) = AsyncStream.makeStream()
      let (door, exit) = try ThreadDoor.make()
      self.door = door
      continuation.onTermination = { _ in door.shut() }
      do {
        try PlainThread.start { Reader(input: descriptor, door: exit).run(continuation) }
      } catch {
        continuation.finish()
        close(exit)
        throw error
      }
    }

    /// Requests the next piece.
    func ask() { door.send(.read) }
  }

  /// The thread's work.
  private struct Reader {
    private static let pieceSize = 65_536
    let input: Int32
    let door: Int32

    /// Reads a piece for each request, until the input ends or the door is closed.
    func run(_ continuation: AsyncStream<[UInt8]>.Continuation) {
      var buffer = [UInt8](repeating: 0, count: Self.pieceSize)
      while isOrdered() {
        let count = fill(&buffer)
        guard count > 0 else { break }
        continuation.yield(Array(buffer.prefix(count)))
      }
      // This comes first, so that the door is shut while this end is still open.
      continuation.finish()
      close(door)
    }

    private func isOrdered() -> Bool {
      var order = ThreadDoor.Order.end.rawValue
      while true {
        let count = read(door, &order, 1)
        if count < 0, errno == EINTR { continue }
        return count == 1 && order == ThreadDoor.Order.read.rawValue
      }
    }

    /// Waits for input; false if the door was closed first.
    private func isReady() -> Bool {
      var polled = [
        pollfd(fd: input, events: Int16(POLLIN), revents: 0),
        pollfd(fd: door, events: Int16(POLLIN), revents: 0),
      ]
      // The system can't wait for some devices, and reports that in place of the input event.
      while polled[0].revents == 0, polled[1].revents == 0 {
        if poll(&polled, 2, -1) < 0, errno != EINTR, errno != EAGAIN { return false }
      }
      return polled[1].revents == 0
    }

    /// Reads the available input; zero or less at the end of the input.
    private func fill(_ buffer: inout [UInt8]) -> Int {
      while isReady() {
        let count = read(input, &buffer, buffer.count)
        // Another program may have taken the input, or made the descriptor non-blocking.
        if count >= 0 || (errno != EINTR && errno != EAGAIN) { return count }
      }
      return 0
    }
  }
}

/// Splits bytes that arrive in pieces into lines.
struct LineSplitter {
  /// A line without its line break.
  struct Line: Sendable {
    /// The line's text. Bytes that aren't UTF-8 are repaired, so that the line is rejected as a URL
    /// instead of getting lost.
    let text: String
    /// Whether the line was longer than the limit and has been cut.
    let isCut: Bool
  }

  /// The largest length of a line in bytes: far more than any URL needs.
  static let limit = 65_536

  private var rest: [UInt8] = []
  private var isCut = false

  /// Adds a piece.
  ///
  /// - Returns: The lines that the piece completes.
  /// - Complexity: O(*n*), where *n* is the size of the piece.
  mutating func add(_ bytes: some Sequence<UInt8>) -> [Line] {
    var lines: [Line] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(take())
      } else if rest.count < Self.limit {
        rest.append(byte)
      } else {
        isCut = true
      }
    }
    return lines
  }

  /// Returns the last line if the input ended without a line break; nil if there is none.
  mutating func end() -> Line? { rest.isEmpty ? nil : take() }

  private mutating func take() -> Line {
    defer {
      rest.removeAll(keepingCapacity: true)
      isCut = false
    }
    return Line(text: String(decoding: rest, as: UTF8.self), isCut: isCut)
  }
}

/// The write end of a pipe that carries requests to a thread that waits for input.
final class ThreadDoor: Sendable {
  enum Order: UInt8 {
    case end
    case read
  }

  /// Guards the descriptor, so that nothing is written after it is closed. Nil once the door is
  /// shut.
  private let descriptor: Mutex<Int32?>

  private init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  /// Creates a door, and the end of the pipe that the thread reads from and closes.
  static func make() throws(PlainThread.Failure) -> (ThreadDoor, exit: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw PlainThread.Failure(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ThreadDoor(ends[1]), ends[0])
  }

  func send(_ order: Order) {
    descriptor.withLock { descriptor in
      guard let descriptor else { return }
      withUnsafePointer(to: order.rawValue) { _ = write(descriptor, $0, 1) }
    }
  }

  /// Ends the thread; a second call does nothing.
  func shut() {
    // Closing isn't enough: a child program that is just starting may have the other end.
    send(.end)
    let open = descriptor.withLock { $0.take() }
    if let open { close(open) }
  }
}
