// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Logging
internal import Synchronization

/// The profile of one application: what it is planned by, and what its launches add.
final class ProfileStore: Sendable {
  private struct State {
    var key: LaunchProfile.Key
    /// Nil where the file has to be read first.
    var durations: [String: Duration]?
    var error: LaunchProfileError?
    /// Where the file was put instead, after a launch that could not use it.
    var aside: String?
  }

  private let file: LaunchProfileFile
  private let logger: Logger
  /// Invariant: the durations are those by which every plan is made until a launch is recorded.
  private let state: Mutex<State>

  init(
    _ profile: Application.Profile, _ options: LaunchOptions, logger: Logger,
    clock: any Clock<Duration>
  ) {
    file = LaunchProfileFile(profile.file, clock: clock)
    let key = LaunchProfile.Key(
      build: profile.build, processKind: options.processKind.rawValue,
      launchSource: options.source.rawValue)
    state = Mutex(State(key: key))
    self.logger = logger
  }

  /// Takes the durations of launches for another reason from now on.
  func launch(from source: LaunchSource) {
    state.withLock { state in
      guard state.key.launchSource != source.rawValue else { return }
      state.key = LaunchProfile.Key(
        build: state.key.build, processKind: state.key.processKind, launchSource: source.rawValue)
      state.durations = nil
    }
  }

  private var key: LaunchProfile.Key { state.withLock(\.key) }

  /// What went wrong with the file, the last time that it was used.
  var error: LaunchProfileError? { state.withLock(\.error) }

  /// What the report of a launch says of the file; empty when nothing is wrong.
  var notes: [String] {
    state.withLock { state in
      guard let error = state.error else { return [] }
      guard let aside = state.aside else { return ["\(error)"] }
      return ["\(error.brief). It was set aside as '\(aside)'."]
    }
  }

  /// How long tasks take, by what was read last; the file is read where that has not been done.
  var durations: [String: Duration] { state.withLock(\.durations) ?? read() }

  /// Reads the file, at first and again.
  @discardableResult
  func read() -> [String: Duration] {
    var durations: [String: Duration] = [:]
    var failure: LaunchProfileError?
    do throws(LaunchProfileError) {
      durations = try file.durations(for: key)
    } catch {
      failure = error
    }
    note(failure)
    state.withLock { $0.durations = durations }
    return durations
  }

  /// Adds what a launch took; the next plan is made by that, too.
  func record(_ report: LaunchReport) async {
    do throws(LaunchProfileError) {
      let aside = try await file.record(report, for: key)
      if let aside { logger.warning("the launch profile was set aside as '\(aside)'") }
      state.withLock { state in
        state.durations = nil
        state.aside = aside
      }
    } catch {
      note(error)
    }
  }

  private func note(_ error: LaunchProfileError?) {
    let isNew = state.withLock { state in
      defer { (state.error, state.aside) = (error, nil) }
      return state.error != error
    }
    // A plan that is asked for again finds the same file.
    if let error, isNew { logger.warning("\(error)") }
  }
}
