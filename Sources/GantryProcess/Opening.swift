// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryCore
internal import GantrySupport
internal import Logging

/// A URL that is being opened.
struct Opening: Sendable {
  let url: URL
  /// The origin of the URL, such as `line 3`.
  let origin: String
  let elapsed: @Sendable () -> Duration
  /// Ends when the route and the handlers of `OpenURL` have returned; nil if a stop came first.
  let work: Task<ProcessNotice?, Never>

  /// A description without the text of the URL, which may contain secrets.
  var line: String {
    "\(origin), a URL of scheme '\(url.scheme ?? "")', has been opening for \(elapsed().text)"
  }
}

extension ProcessHost {
  /// Opens URLs one after another; returns when there are no more, and all have been opened.
  ///
  /// A URL that waits for an interceptor goes its own way: the next one doesn't wait for it.
  func openURLs(_ watchdog: Watchdog) async {
    await withTaskGroup(of: Void.self) { group in
      var asking = EndedChildren()
      for (index, text) in options.urls.enumerated() {
        let rest = await open(text, origin: "argument \(index + 1)", watchdog)
        if let rest { await asking.add(to: &group, rest) }
      }
      guard options.readsStandardInput || options.stopsAtEndOfInput else { return }
      await readLines { text, origin in
        let rest = await open(text, origin: origin, watchdog)
        if let rest { await asking.add(to: &group, rest) }
      }
    }
    if options.stopsAtEndOfInput { await application.events.waitUntilHandled() }
  }

  private func readLines(_ open: (String, _ origin: String) async -> Void) async {
    var (lines, number) = (InputLines(InputLines.standardInput), 0)
    do throws(PlainThread.Failure) {
      while let line = try await lines.next(), !Task.isCancelled {
        number += 1
        let text = line.text.trimmingCharacters(in: .whitespacesAndNewlines)
        if line.isCut {
          // The part that is left may be a URL, but not the intended one.
          tell(.malformed(text.prefix(80) + "…", origin: "line \(number)"))
        } else if !text.isEmpty {
          await open(text, "line \(number)")
        }
      }
    } catch {
      application.logger.error("standard input can't be read: \(error.reason)")
    }
  }

  /// Opens a URL.
  ///
  /// - Returns: The rest of the work, if the URL waits for an interceptor; nil if it has been opened.
  private func open(
    _ text: String, origin: String, _ watchdog: Watchdog
  ) async -> (@Sendable () async -> Void)? {
    if options.stopsAtEndOfInput { await application.events.waitUntilHandled() }
    // During a stop, URLs that were read before it aren't opened any more.
    guard !Task.isCancelled else { return nil }
    guard let url = URL(strict: text), url.scheme != nil else {
      tell(.malformed(text, origin: origin))
      return nil
    }
    // In a separate task: a stop cancels the reading at once, and gives this URL some time.
    let (begin, isAsking) = (Promise<Bool>(), Promise<Bool>())
    let work = Task { () -> ProcessNotice? in
      defer { isAsking.resolve(false) }
      guard await begin.value() else { return nil }
      return await open(url) { isAsking.resolve(true) }
    }
    let elapsed = application.clock.stopwatch()
    watchdog.opening.put(Opening(url: url, origin: origin, elapsed: elapsed, work: work))
    // A stop cancels this task, and then looks for the URL that is being opened.
    begin.resolve(!Task.isCancelled)
    guard await isAsking.value() else {
      let notice = await work.value
      // The stop takes a URL that it abandons.
      if watchdog.opening.take() != nil, let notice { tell(notice) }
      return nil
    }
    guard watchdog.opening.take() != nil else { return nil }
    return { [self] in
      // The stop cancels this task, and so ends the wait for the interceptor.
      let notice = await withTaskCancellationHandler {
        await work.value
      } onCancel: {
        work.cancel()
      }
      if let notice { tell(notice) }
    }
  }

  @concurrent
  private func open(_ url: URL, onAsk: @escaping @Sendable () -> Void) async -> ProcessNotice {
    let event = OpenURL(url: url)
    let asked = await application.ask(event)
    var notice = ProcessNotice.opened(url)
    do throws(RouteError) {
      try await application.open(event, after: asked, onAsk: { _ in onAsk() })
    } catch {
      notice = .unhandled(url, error)
    }
    await asked.later.handlersReturned.value()
    return notice
  }
}
