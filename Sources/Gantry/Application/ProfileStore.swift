// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryDiscovery
internal import GantryLaunch
internal import Logging
internal import Synchronization

/// The profile of one application: the durations that it is planned by, and those of its launches.
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

  /// The problem with the file, the last time that it was used.
  var error: LaunchProfileError? { state.withLock(\.error) }

  /// The notes for the report of a launch on the file; empty without a problem.
  var notes: [String] {
    state.withLock { state in
      guard let error = state.error else { return [] }
      guard let aside = state.aside else { return ["\(error)"] }
      return ["\(error.brief). It was set aside as '\(aside)'."]
    }
  }

  /// How long tasks take, as it was read last; the file is read where that has not been done.
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

  /// Adds the times of a launch; the next plan is made by that, too.
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

extension Application {
  /// Where the durations of launches are kept, so that the next launch is planned by them.
  ///
  /// ```swift
  /// let application = Application(profile: Application.Profile(file: "\(caches)/launch.json"))
  /// ```
  ///
  /// The file is read before the plan is made, and written after the launch, when nothing runs any
  /// more that needs no milestone and no demand. A problem with it stops no launch:
  /// ``Application/profileError``, a note in the report and a warning in the log name it.
  public struct Profile: Sendable, Hashable {
    /// The path of the file; its folder must exist, and the app must be allowed to write there.
    ///
    /// On iOS not in the folder of an app group: the system ends an app that is suspended while it
    /// holds a lock there, as it does to write this file.
    public var file: String
    /// The build of the program: any text that changes when the program does.
    public var build: String

    /// Names a file, which need not exist yet.
    ///
    /// - Parameters:
    ///   - file: The path of the file; its folder must exist.
    ///   - build: The build of the program. An app whose modules lie in libraries that are
    ///     opened after this is made says its version here.
    public init(file: String, build: String = Profile.currentBuild) {
      self.file = file
      self.build = build
    }

    /// The identifiers that the linker gave the program and the libraries that carry modules, in an
    /// order that does not depend on the loader's.
    ///
    /// Where it gave none, the size of the file and when it was last modified.
    public static var currentBuild: String {
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

  /// The problem with the launch profile in the last or the current launch; nil when there was none,
  /// and without a profile.
  public var profileError: LaunchProfileError? { profile?.error }
}
