// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryDiscovery
internal import GantryLaunch
internal import Logging
internal import GantrySupport

/// The profile of one application: the durations for its plans, and those of its launches.
final class ProfileStore: Sendable {
  private struct State {
    var key: LaunchProfile.Key
    /// Nil if the file must be read first.
    var durations: [String: Duration]?
    var error: LaunchProfileError?
    /// The file's new path, if a launch could not use the file and set it aside.
    var aside: String?
  }

  private let file: LaunchProfileFile
  private let logger: Logger
  /// Invariant: every plan uses these durations until a launch is recorded.
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

  /// Uses the durations of launches with another source from now on.
  func launch(from source: LaunchSource) {
    state.withLock { state in
      guard state.key.launchSource != source.rawValue else { return }
      state.key = LaunchProfile.Key(
        build: state.key.build, processKind: state.key.processKind, launchSource: source.rawValue)
      state.durations = nil
    }
  }

  private var key: LaunchProfile.Key { state.withLock(\.key) }

  var build: String { key.build }

  /// The problem with the file when it was last used.
  var error: LaunchProfileError? { state.withLock(\.error) }

  /// The notes on the file for the report of a launch; empty if there is no problem.
  var notes: [String] {
    state.withLock { state in
      guard let error = state.error else { return [] }
      guard let aside = state.aside else { return ["\(error)"] }
      return ["\(error.brief). It was set aside as '\(aside)'."]
    }
  }

  /// The durations of tasks as last read; reads the file if that hasn't happened yet.
  var durations: [String: Duration] { state.withLock(\.durations) ?? read() }

  /// Reads the file, for the first time or again.
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

  /// Adds the times of a launch, which the next plan takes into account.
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
    // Planning once more finds the same problem with the file.
    if let error, isNew { logger.warning("\(error)") }
  }
}

extension Application {
  /// A file that keeps the durations of launches, so that the next launch can be planned with them.
  ///
  /// ```swift
  /// let application = Application(profile: Application.Profile(file: "\(caches)/launch.json"))
  /// ```
  ///
  /// The file is read before the plan is made. It is written after the launch, when only tasks are
  /// left that need a milestone or a demand. A problem with the file stops no launch: a
  /// note in the report and a warning in the log describe it.
  public struct Profile: Sendable, Hashable {
    /// The path of the file; its folder must exist, and the app must be allowed to write there.
    ///
    /// On iOS, don't use the folder of an app group: writing the file takes a lock, and the system
    /// ends an app that is suspended while it holds a lock there.
    package var file: String
    /// The build of the program: any text that changes when the program does.
    package var build: String

    /// Creates a profile with its file, which need not exist yet.
    ///
    /// - Parameters:
    ///   - file: The path of the file; its folder must exist.
    ///   - build: The build of the program. If your modules are in libraries that are opened after
    ///     the profile is created, pass the app's version.
    public init(file: String, build: String = Profile.currentBuild) {
      self.file = file
      self.build = build
    }

    /// The identifiers that the linker gave to the program and to the libraries with modules, in an
    /// order that does not depend on the loader.
    ///
    /// An image without an identifier is represented by the size and modification date of its file.
    @usableFromInline package static var currentBuild: String {
      let images = ProgramBuild.images
      guard !images.isEmpty else { return state(ofFile: programFile) }
      return images.map { image in
        image.identifier ?? state(ofFile: image.isProgram ? programFile : image.path ?? "")
      }.joined(separator: "+")
    }

    private static var programFile: String {
      Bundle.main.executablePath ?? CommandLine.arguments.first ?? ""
    }

    private static func state(ofFile path: String) -> String {
      let file = try? FileManager.default.attributesOfItem(atPath: path)
      let size = (file?[.size] as? NSNumber)?.int64Value ?? 0
      let time = (file?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      return "\(size) bytes of \(time)"
    }
  }

  /// The problem with the launch profile in the last or the current launch; nil if there was none,
  /// or if the app has no profile.
  package var profileError: LaunchProfileError? { profile?.error }
}
