// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Gantry
internal import GantryText
internal import Logging
internal import Synchronization

/// The URLs that are being opened, in the order in which that began.
final class Openings: Sendable {
  /// A URL that has not been handled to the end.
  struct Entry: Sendable {
    let url: URL
    /// Where it came from: `line 3`.
    let origin: String
    fileprivate let elapsed: @Sendable () -> Duration
    fileprivate let work: Task<Void, Never>

    /// Its public description, without its text: a URL may carry secrets.
    var line: String {
      "\(origin), a URL of scheme '\(url.scheme ?? "")', has been opening for \(elapsed().text)"
    }
  }

  private let clock: any Clock<Duration>
  private let entries = Mutex<(lastID: Int, open: [Int: Entry])>((0, [:]))

  init(clock: any Clock<Duration>) { self.clock = clock }

  /// A line for each.
  var lines: [String] { all.map(\.line) }

  /// Opens a URL.
  ///
  /// - Parameter work: Opens it, and reports its outcome where that is asked for.
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

  /// Waits for all, and then leaves the open ones behind.
  ///
  /// - Parameter bound: The longest time to wait.
  /// - Returns: The ones that were left behind; they have been cancelled.
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

  /// Notes an end; false when it was left behind before.
  private func close(_ id: Int) -> Bool {
    entries.withLock { $0.open.removeValue(forKey: id) } != nil
  }
}

extension ProcessHost {
  /// Opens URLs in the order in which they come; returns when there are no more.
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
      // URLs that were read before the stop aren't opened during it.
      guard !Task.isCancelled else { return }
      number += 1
      let text = line.text.trimmingCharacters(in: .whitespacesAndNewlines)
      if line.isCut {
        // The rest of it might be a URL, but not the one that was meant.
        tell(.malformed(text.prefix(80) + "…", origin: "line \(number)"))
      } else if !text.isEmpty {
        await open(text, origin: "line \(number)", openings)
      }
    }
  }

  /// Opens a URL, and waits until it and its effects are handled, if that doesn't take long.
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
        \(options.patience.text); the next one does not wait for it any longer
        """)
    }
  }
}
