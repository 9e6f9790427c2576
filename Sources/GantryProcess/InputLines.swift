// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The lines of a file descriptor, read without blocking a thread; ends with the input.
///
/// A piece is read when the lines of the one before were taken: a writer that is faster than URLs are
/// opened waits, and nothing piles up.
struct InputLines: AsyncSequence {
  typealias Element = LineSplitter.Line

  private let source: Source

  /// Reads until the end of the input, an error, or until the sequence is dropped.
  ///
  /// - Parameter descriptor: An open file descriptor, left open.
  init(of descriptor: Int32) { source = Source(descriptor) }

  func makeAsyncIterator() -> Iterator { Iterator(source) }

  struct Iterator: AsyncIteratorProtocol {
    private let source: Source
    private var pieces: AsyncStream<Piece>.Iterator
    private var splitter = LineSplitter()
    private var lines: ArraySlice<Element> = []

    fileprivate init(_ source: Source) {
      self.source = source
      pieces = source.pieces.makeAsyncIterator()
      source.read()
    }

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Element? {
      while true {
        if let line = lines.popFirst() { return line }
        switch await pieces.next(isolation: actor) {
        case .bytes(let bytes): lines = splitter.add(bytes)[...]
        case .pause: source.read()
        case .end: return splitter.end()
        case nil: return nil
        }
      }
    }
  }

  fileprivate enum Piece: Sendable {
    case bytes([UInt8])
    /// As much was read as was asked for.
    case pause
    case end
  }

  /// The descriptor, and the bytes that were read of it.
  fileprivate final class Source: Sendable {
    let pieces: AsyncStream<Piece>
    private let continuation: AsyncStream<Piece>.Continuation
    private let channel: Channel

    init(_ descriptor: Int32) {
      (pieces, continuation) = AsyncStream.makeStream()
      let channel = Channel(descriptor)
      self.channel = channel
      continuation.onTermination = { _ in channel.close() }
    }

    func read() { channel.read(to: continuation) }
  }

  private final class Channel: Sendable {
    private static let pieceSize = 65_536
    private let queue = DispatchQueue(label: "gantry.input")
    private let io: Mutex<DispatchIO?>

    init(_ descriptor: Int32) {
      let io = DispatchIO(type: .stream, fileDescriptor: descriptor, queue: queue) { _ in }
      io.setLimit(lowWater: 1)
      self.io = Mutex(io)
    }

    /// Reads a piece, in parts as they come.
    func read(to continuation: AsyncStream<Piece>.Continuation) {
      let received = Mutex(0)
      io.withLock { io in
        io?.read(offset: 0, length: Self.pieceSize, queue: queue) { isDone, data, _ in
          let data = data ?? .empty
          let total = received.withLock { received in
            received += data.count
            return received
          }
          if !data.isEmpty { continuation.yield(.bytes(Array(data))) }
          guard isDone else { return }
          continuation.yield(total < Self.pieceSize ? .end : .pause)
          if total < Self.pieceSize { continuation.finish() }
        }
      }
    }

    func close() {
      io.withLock { io in
        io?.close(flags: .stop)
        io = nil
      }
    }
  }
}

/// Makes lines of bytes that come in pieces.
struct LineSplitter {
  /// A line without its end.
  struct Line: Sendable {
    /// The line's text; bytes that are not UTF-8 are repaired, so that it is refused as a URL
    /// instead of getting lost.
    let text: String
    /// Whether the line was longer than the limit, and its rest is gone.
    let isCut: Bool
  }

  /// The longest line that is kept, in bytes: far more than any URL.
  static let limit = 65_536

  private var rest: [UInt8] = []
  private var isCut = false

  /// Takes a piece.
  ///
  /// - Returns: The lines that it completes.
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

  /// The line that lacks an end when there is no more; nil where there is none.
  mutating func end() -> Line? { rest.isEmpty ? nil : take() }

  private mutating func take() -> Line {
    defer {
      rest.removeAll(keepingCapacity: true)
      isCut = false
    }
    return Line(text: String(decoding: rest, as: UTF8.self), isCut: isCut)
  }
}
