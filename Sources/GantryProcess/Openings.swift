// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Gantry
internal import GantryText
internal import Logging
internal import Synchronization

/// The URLs that are being opened, in the order in which they were started.
final class Openings: Sendable {
  /// A URL whose handling has not ended.
  struct Entry: Sendable {
    let url: URL
    /// The origin of the URL, such as `line 3`.
    let origin: String
    fileprivate let elapsed: @Sendable () -> Duration
    fileprivate let work: Task<Void, Never>

    /// A description without the text of the URL, which may contain secrets.
    var line: String {
      "\(origin), a URL of scheme '\(url.scheme ?? "")', has been opening for \(elapsed().text)"
    }
  }

  private let clock: any Clock<Duration>
  private let entries = Mutex<(lastID: Int, open: [Int: Entry])>((0, [:]))

  init(clock: any Clock<Duration>) { self.clock = clock }

  /// A line for each URL.
  var lines: [String] { all.map(\.line) }

  /// Opens a URL.
  ///
  /// - Parameter work: Opens the URL, and reports its outcome on request.
  /// - Returns: A task that ends with the work.
  func open(
    _ url: URL, _ origin: String,
    _ work: @escaping @concurrent @Sendable (_ isDue: @Sendable () -> Bool) async -> Void
  ) -> Task<Void, Never> {
    entries.withLock { entries in
      entries.lastID += 1
      let id = entries.lastID
      let task = Task { await work { self.close(id) } }
      entries.open[id] = Entry(
        url: url, origin: origin, elapsed: clock.stopwatch(), work: task)
      return task
    }
  }

  /// Waits for all URLs within a bound, then abandons the rest.
  ///
  /// - Parameter bound: The longest time to wait.
  /// - Returns: The abandoned URLs; their tasks are cancelled.
  func finish(within bound: Duration) async -> [Entry] {
    let works = all.map(\.work)
    guard !works.isEmpty else { return [] }
    _ = await Deadline.run(within: bound, clock: clock) { for work in works { await work.value } }
    let left = entries.withLock { entries in
      defer { entries.open = [:] }
      return Self.sorted(entries.open)
    }
    for entry in left { entry.work.cancel() }
    return left
  }

  private var all: [Entry] { entries.withLock { Self.sorted($0.open) } }

  private static func sorted(_ open: [Int: Entry]) -> [Entry] {
    open.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Removes a URL that was handled; false if it was abandoned before.
  private func close(_ id: Int) -> Bool {
    entries.withLock { $0.open.removeValue(forKey: id) } != nil
  }
}

extension ProcessHost {
  /// Opens URLs in the order in which they arrive; returns when there are no more.
  func openURLs(_ openings: Openings) async {
    for (index, text) in options.urls.enumerated() {
      await open(text, origin: "argument \(index + 1)", openings)
    }
    guard options.readsStandardInput || options.stopsAtEndOfInput else { return }
    let lines: InputLines
    do throws(PlainThread.Failure) {
      lines = try InputLines(of: FileHandle.standardInput.fileDescriptor)
    } catch {
      application.logger.error("standard input can't be read: \(error.reason)")
      return
    }
    var number = 0
    for await line in lines {
      // During a stop, URLs that were read before it aren't opened any more.
      guard !Task.isCancelled else { return }
      number += 1
      let text = line.text.trimmingCharacters(in: .whitespacesAndNewlines)
      if line.isCut {
        // The part that is left may be a URL, but not the intended one.
        tell(.malformed(text.prefix(80) + "…", origin: "line \(number)"))
      } else if !text.isEmpty {
        await open(text, origin: "line \(number)", openings)
      }
    }
  }

  /// Opens a URL, and waits for a limited time until it and its effects have been handled.
  private func open(_ text: String, origin: String, _ openings: Openings) async {
    guard !Task.isCancelled else { return }
    guard let url = URL(string: text, encodingInvalidCharacters: false), url.scheme != nil else {
      tell(.malformed(text, origin: origin))
      return
    }
    let work = openings.open(url, origin) { isDue in
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      let notice = await application.events.following(onEnd: { end.finish() }) {
        do throws(RouteError) {
          try await application.open(OpenURL(url: url))
          return ProcessNotice.opened(url)
        } catch {
          return .unhandled(url, error)
        }
      }
      for await _ in ends {}
      if isDue() { tell(notice) }
    }
    let late = await Deadline.run(within: options.patience, clock: application.clock) {
      await work.value
    }
    if late != nil, !Task.isCancelled {
      application.logger.warning(
        """
        \(origin), a URL of scheme '\(url.scheme ?? "")', is still being opened after \
        \(options.patience.text); the next one no longer waits for it
        """)
    }
  }
}
