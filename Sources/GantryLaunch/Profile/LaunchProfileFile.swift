// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The file that keeps a profile from launch to launch.
///
/// ```swift
/// let file = LaunchProfileFile("launch-profile.json")
/// let durations = try file.durations(for: key)       // before the plan is made
/// …
/// try await file.record(report, for: key)            // when the app is ready
/// ```
///
/// Reading takes no lock and changes nothing, so a launch never waits for another process.
/// Recording reads the file again under a lock, adds to its content, and replaces it atomically. So
/// processes that record at the same time don't lose each other's records, and a reader sees either
/// the old content or the new. `FILE.lock` is in the same folder, as is `FILE.new` during a write.
///
/// The new file isn't forced to disk. If a power cut damages a profile, it is set aside like any
/// other damaged one, and the next launch is planned without it.
package struct LaunchProfileFile: Sendable {
  /// The size in bytes above which a file can't be a profile.
  static let largestSize = 16 << 20
  static let pause = Duration.milliseconds(10)

  /// The path of the file; its folder must exist.
  package let path: String
  /// The longest time that recording waits for other processes.
  package let longestWait: Duration
  private let clock: any Clock<Duration>

  /// Creates a reference to a file, which need not exist yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file; its folder must exist.
  ///   - longestWait: The longest time that recording waits for other processes; zero tries once.
  ///   - clock: The clock of that wait.
  package init(
    _ path: String, longestWait: Duration = .seconds(1),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.path = path
    self.longestWait = longestWait
    self.clock = clock
  }

  /// Reads the duration of each known task in a launch, and only the part of the file that this
  /// needs.
  ///
  /// - Parameter key: The build, kind of process and source of the launch.
  /// - Returns: The durations by task name; empty if no runs match, or if there is no file.
  /// - Throws: The errors of ``read()``.
  package func durations(
    for key: LaunchProfile.Key
  ) throws(LaunchProfileError) -> [String: Duration] {
    try read(wanted: key).durations(for: key)
  }

  /// Reads the whole profile.
  ///
  /// - Returns: The profile; empty if there is no file.
  /// - Throws: ``LaunchProfileError/damaged(file:reason:)``,
  ///   ``LaunchProfileError/foreignVersion(file:version:)`` or
  ///   ``LaunchProfileError/unreadable(file:reason:)``. The file is unchanged in each case.
  /// - Complexity: O(n) in the size of the file.
  package func read() throws(LaunchProfileError) -> LaunchProfile { try read(wanted: nil) }

  private func read(
    wanted key: LaunchProfile.Key?
  ) throws(LaunchProfileError) -> LaunchProfile {
    let bytes: Data?
    do {
      bytes = try DiskFile.contents(of: path, upTo: Self.largestSize)
    } catch {
      throw .unreadable(file: path, reason: error.reason)
    }
    guard let bytes else { return LaunchProfile() }
    guard bytes.count <= Self.largestSize else {
      throw .damaged(file: path, reason: "it is larger than \(Self.largestSize >> 20) MB")
    }
    let decoder = JSONDecoder()
    if let name = LaunchProfile.wantedKey { decoder.userInfo[name] = key }
    do {
      return try decoder.decode(LaunchProfile.self, from: bytes)
    } catch let error as LaunchProfile.ForeignVersion {
      throw .foreignVersion(file: path, version: error.version)
    } catch {
      throw .damaged(file: path, reason: Self.reason(error))
    }
  }

  /// Adds the durations of a launch to the file.
  ///
  /// - Parameters:
  ///   - report: The report of the launch.
  ///   - key: The build, kind of process and source of the launch.
  /// - Returns: The path at which a file that was damaged or had another version was set aside; nil
  ///   if the file was valid, or if there was none.
  /// - Throws: ``LaunchProfileError/unreadable(file:reason:)``,
  ///   ``LaunchProfileError/unwritable(file:reason:)`` or
  /// ``LaunchProfileError/busy(file:waited:)``. The file's content is still there in each case.
  @discardableResult
  package func record(
    _ report: LaunchReport, for key: LaunchProfile.Key
  ) async throws(LaunchProfileError) -> String? {
    try await record(report.runDurations, for: key)
  }

  /// Adds the durations of a launch's tasks to the file.
  ///
  /// - Parameters:
  ///   - durations: The durations by task name; if empty, nothing is written.
  ///   - key: The build, kind of process and source of the launch.
  /// - Returns: The path at which an invalid file was set aside, as for a report.
  /// - Throws: The errors of ``record(_:for:)-(LaunchReport,_)``.
  @discardableResult
  package func record(
    _ durations: [String: Duration], for key: LaunchProfile.Key
  ) async throws(LaunchProfileError) -> String? {
    guard !durations.isEmpty else { return nil }
    // The lock is released at the end of this scope.
    let lock = try await lock()
    return try withExtendedLifetime(lock) { () throws(LaunchProfileError) -> String? in
      var (profile, aside) = try readOrSetAside()
      profile.record(durations, for: key)
      try write(profile)
      return aside
    }
  }

  /// Returns the file's content, or sets an invalid file aside and returns its new path. The lock
  /// is held.
  private func readOrSetAside() throws(LaunchProfileError) -> (LaunchProfile, aside: String?) {
    do throws(LaunchProfileError) {
      return (try read(), nil)
    } catch {
      switch error {
      case .damaged: return (LaunchProfile(), try setAside(as: "damaged"))
      case .foreignVersion(_, let version):
        return (LaunchProfile(), try setAside(as: "version-\(version)"))
      case .unreadable, .unwritable, .busy: throw error
      }
    }
  }

  private func lock() async throws(LaunchProfileError) -> FileLock {
    var waited = Duration.zero
    while true {
      do {
        if let lock = try FileLock(path + ".lock") { return lock }
      } catch {
        throw .unwritable(file: path, reason: error.reason)
      }
      guard waited < longestWait, (try? await clock.sleep(for: Self.pause)) != nil
      else { throw .busy(file: path, waited: waited) }
      waited += Self.pause
    }
  }

  private func write(_ profile: LaunchProfile) throws(LaunchProfileError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      try DiskFile.replace(path, with: encoder.encode(profile), through: path + ".new")
    } catch {
      throw .unwritable(file: path, reason: (error as? DiskFile.Failure)?.reason ?? "\(error)")
    }
  }

  /// Renames the file after its fault; the lock is held.
  private func setAside(as kind: String) throws(LaunchProfileError) -> String {
    let name = DiskFile.pathAside(of: path, as: kind)
    do {
      try DiskFile.move(path, to: name)
    } catch {
      throw .unwritable(file: path, reason: error.reason)
    }
    return name
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      text(context.codingPath, "'\(key.stringValue)' is missing")
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      text(context.codingPath, context.debugDescription)
    default: "\(error)"
    }
  }

  private static func text(_ path: [any CodingKey], _ words: String) -> String {
    let place = path.reduce("") { place, key in
      place + (key.intValue.map { "[\($0)]" } ?? (place.isEmpty ? "" : ".") + key.stringValue)
    }
    let sentence = words.hasSuffix(".") ? String(words.dropLast()) : words
    return place.isEmpty ? sentence : "\(place): \(sentence)"
  }
}
