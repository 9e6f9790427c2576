// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Logging
internal import Synchronization

/// The profile of one application: what it is planned by, and what its launches add.
final class ProfileStore: Sendable {
  private struct State {
    /// Nil where the file has to be read first.
    var durations: [String: Duration]?
    var error: LaunchProfileError?
  }

  private let file: LaunchProfileFile
  private let key: LaunchProfile.Key
  private let logger: Logger
  /// Invariant: the durations are those by which every plan is made until a launch is recorded.
  private let state = Mutex(State())

  init(
    _ profile: Application.Profile, _ options: LaunchOptions, logger: Logger,
    clock: any Clock<Duration>
  ) {
    file = LaunchProfileFile(profile.file, clock: clock)
    key = LaunchProfile.Key(
      build: profile.build, processKind: options.processKind.rawValue,
      launchSource: options.source.rawValue)
    self.logger = logger
  }

  /// What went wrong with the file, the last time that it was used.
  var error: LaunchProfileError? { state.withLock(\.error) }

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
      if let aside = try await file.record(report, for: key) {
        logger.debug("the launch profile was set aside as '\(aside)'")
      }
      state.withLock { $0.durations = nil }
    } catch {
      note(error)
    }
  }

  private func note(_ error: LaunchProfileError?) {
    state.withLock { $0.error = error }
    if let error { logger.debug("\(error)") }
  }
}
