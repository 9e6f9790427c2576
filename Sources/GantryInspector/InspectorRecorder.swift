// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantryEvents
internal import GantryLaunch
internal import GantryRouting
internal import GantrySupport

/// Records events, handlers and calls from the first look at an app until a minute after the last.
///
/// It keeps names and times, and never a value: events and URLs may carry secrets.
final class InspectorRecorder: Sendable {
  /// How long it goes on after a look, and how long it keeps an entry.
  static let memory = Duration.seconds(60)
  private static let limit = 4_000

  private struct State {
    var began: ContinuousClock.Instant?
    var looked: ContinuousClock.Instant?
    var entries: [InspectedEntry] = []
    var last = 0
    var manifest: AppManifest?
    var end: [@Sendable () -> Void] = []
  }

  // Invariant: entries are added only between `began` and the end. Nothing is called under the lock.
  private let state = Mutex(State())

  /// Begins to record, or goes on for another minute.
  ///
  /// - Returns: The time since which it records.
  func look(at application: Application, now: ContinuousClock.Instant = .now) -> Duration {
    let began = state.withLock { state in
      state.looked = now
      return exchange(&state.began, with: state.began ?? now)
    }
    if let began { return now - began }
    let sent = application.events.observeAll { [weak self] sent in
      self?.add(.event, sent.name, nil, sent.isLifecycle ? "lifecycle event" : "event")
    }
    let handled = application.events.observeTimings { [weak self] timing in
      let details = timing.handler + (timing.onMainActor ? " (main actor)" : "")
      self?.add(.handler, timing.event, timing.listener, details, timing.duration)
    }
    let hook = application.router.addHook { [weak self] origin in
      let start = ContinuousClock.now
      return { end in
        var details = end.route.name + (origin == .external ? " from outside" : "")
        var hasFailed = false
        if case .failure(let error) = end.result {
          details += ", failed: \(error.withoutURL)"
          hasFailed = true
        }
        self?.add(.call, end.route.pattern, end.route.owner, details, .now - start, hasFailed)
      }
    }
    state.withLock {
      $0.end = [
        sent.cancel, handled.cancel,
        { [weak application] in application?.router.removeHook(hook) },
      ]
    }
    awaitEnd()
    return .zero
  }

  /// Looks every second whether the record has to end, until it has.
  private func awaitEnd() {
    Task { [weak self] in
      repeat { try? await Task.sleep(for: .seconds(1)) } while self?.expire(now: .now) == true
    }
  }

  /// Returns the manifest of an application, made once: it evaluates the conditions of modules.
  func manifest(of application: Application) -> AppManifest {
    if let manifest = state.withLock({ $0.manifest }) { return manifest }
    let manifest = application.manifest
    state.withLock { $0.manifest = manifest }
    return manifest
  }

  /// Ends the record, and forgets everything, if the last look was a minute ago.
  ///
  /// - Parameter now: The current time; nil ends it anyway.
  /// - Returns: Whether it goes on.
  @discardableResult
  func expire(now: ContinuousClock.Instant?) -> Bool {
    let end = state.withLock { state -> [@Sendable () -> Void] in
      if let now, let looked = state.looked, now - looked < Self.memory { return [] }
      return exchange(&state, with: State()).end
    }
    for end in end { end() }
    return state.withLock { $0.looked != nil }
  }

  /// Returns the entries of the last minute after a number.
  func entries(since number: Int, now: ContinuousClock.Instant = .now) -> [InspectedEntry] {
    state.withLock { state in
      guard let began = state.began else { return [] }
      let oldest = (now - began - Self.memory).inSeconds
      return state.entries.filter { $0.number > number && $0.seconds >= oldest }
    }
  }

  private func add(
    _ kind: InspectedEntry.Kind, _ subject: String, _ module: ModuleName?, _ details: String,
    _ duration: Duration? = nil, _ hasFailed: Bool? = nil
  ) {
    state.withLock { state in
      guard let began = state.began else { return }
      state.last += 1
      if state.entries.count == Self.limit { state.entries.removeFirst(Self.limit / 4) }
      state.entries.append(
        InspectedEntry(
          number: state.last, seconds: (.now - began).inSeconds, kind: kind,
          subject: subject.brief(200), module: module?.rawValue, details: details.brief(300),
          milliseconds: duration?.milliseconds, hasFailed: hasFailed))
    }
  }
}

extension String {
  /// A text with at most this many characters; a longer one says how many it has.
  func brief(_ limit: Int = 300) -> String {
    // A text can't have more characters than bytes.
    guard utf8.count > limit, case let count = count, count > limit else { return self }
    return "\(prefix(limit))… (\(count) characters)"
  }
}
