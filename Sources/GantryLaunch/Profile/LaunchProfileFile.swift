// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The file in which a profile is kept from launch to launch.
///
/// ```swift
/// let file = LaunchProfileFile("launch-profile.json")
/// let durations = try file.durations(for: key)       // before the plan is made
/// …
/// try await file.record(report, for: key)            // when the app is ready
/// ```
///
/// Reading takes no lock and changes nothing: a launch never waits for another process. Recording
/// reads the file again under a lock, adds to its content, and puts a new file in its place at one
/// go, so that processes which record at the same time lose nothing of each other, and a reader
/// meanwhile sees the old content or the new. `FILE.lock` is beside the file, and `FILE.new` for
/// the time of a write.
///
/// The new file is not forced to the disk: a profile that a power cut has damaged is set aside like
/// any other, and the launch after it is planned without.
public struct LaunchProfileFile: Sendable {
  /// The size, in bytes, from which on a file is taken for something else than a profile.
  static let largestSize = 16 << 20
  static let pause = Duration.milliseconds(10)

  /// The path of the file; its folder must exist.
  public let path: String
  /// The longest time that a record waits for other processes.
  package let longestWait: Duration
  private let clock: any Clock<Duration>

  /// Names a file, which need not exist yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file; its folder must exist.
  ///   - longestWait: The longest time that a record waits for other processes; zero tries once.
  ///   - clock: The clock of that wait.
  public init(
    _ path: String, longestWait: Duration = .seconds(1),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.path = path
    self.longestWait = longestWait
    self.clock = clock
  }

  /// Reads how long each known task takes in a launch, and no more of the file than that needs.
  ///
  /// - Parameter key: The build, kind of process and source of the launch.
  /// - Returns: Durations by the name of the task; empty when nothing fits or there is no file.
  /// - Throws: The errors of ``read()``.
  public func durations(
    for key: LaunchProfile.Key
  ) throws(LaunchProfileError) -> [String: Duration] {
    try read(wanted: key).durations(for: key)
  }

  /// Reads the whole profile.
  ///
  /// - Returns: The profile; an empty one when there is no file.
  /// - Throws: ``LaunchProfileError/damaged(file:reason:)``,
  ///   ``LaunchProfileError/foreignVersion(file:version:)`` or
  /// ``LaunchProfileError/unreadable(file:reason:)``. The file is unchanged in each case.
  /// - Complexity: O(n) in the size of the file.
  public func read() throws(LaunchProfileError) -> LaunchProfile { try read(wanted: nil) }

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
  /// - Returns: Where a file was set aside that was damaged or of another version; nil when the file
  ///   was sound or there was none.
  /// - Throws: ``LaunchProfileError/unreadable(file:reason:)``,
  ///   ``LaunchProfileError/unwritable(file:reason:)`` or
  /// ``LaunchProfileError/busy(file:waited:)``. The file's content is still there in each case.
  @discardableResult
  public func record(
    _ report: LaunchReport, for key: LaunchProfile.Key
  ) async throws(LaunchProfileError) -> String? {
    try await record(report.runDurations, for: key)
  }

  /// Adds the durations of a launch's tasks to the file.
  ///
  /// - Parameters:
  ///   - durations: Durations by the name of the task; without any, nothing is written.
  ///   - key: The build, kind of process and source of the launch.
  /// - Returns: Where an unsound file was set aside, as for a report.
  /// - Throws: The errors of ``record(_:for:)-(LaunchReport,_)``.
  @discardableResult
  public func record(
    _ durations: [String: Duration], for key: LaunchProfile.Key
  ) async throws(LaunchProfileError) -> String? {
    guard !durations.isEmpty else { return nil }
    // Releases the lock when it goes out of scope.
    let lock = try await lock()
    return try withExtendedLifetime(lock) { () throws(LaunchProfileError) -> String? in
      var (profile, aside) = try readOrSetAside()
      profile.record(durations, for: key)
      try write(profile)
      return aside
    }
  }

  /// The file's content; of an unsound one, where it was put instead. The lock is held.
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

  /// Gives the file a name that tells its fault; the lock is held.
  private func setAside(as kind: String) throws(LaunchProfileError) -> String {
    // Nine are kept: with so many unread, the tenth would not be read either.
    let names = (1...9).map { "\(path).\(kind)-\($0)" }
    let name = names.first { !DiskFile.exists($0) } ?? "\(path).\(kind)-9"
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

/// Why the durations of earlier launches could not be read or kept; no launch fails for it.
@nonexhaustive public enum LaunchProfileError: Error, Sendable, Hashable {
  /// The content of the file isn't a profile.
  case damaged(file: String, reason: String)
  /// The file is a profile of another version of the encoded form.
  case foreignVersion(file: String, version: Int)
  /// The file is there and cannot be read.
  case unreadable(file: String, reason: String)
  /// The file, or one of those beside it, cannot be written.
  case unwritable(file: String, reason: String)
  /// Other processes kept the file locked for as long as this one would wait.
  case busy(file: String, waited: Duration)
}

extension LaunchProfileError: CustomStringConvertible {
  /// The error, the file, and how to go on.
  public var description: String {
    switch self {
    case .damaged, .foreignVersion: "\(brief). It is set aside when the next one is written."
    case .unreadable: "\(brief). Correct its path or permissions."
    case .unwritable: "\(brief). Name a file in a folder where the program may write."
    case .busy: "\(brief); this launch is not recorded."
    }
  }

  /// The error and the file, without how to go on.
  package var brief: String {
    switch self {
    case .damaged(let file, let reason): "'\(file)' isn't a launch profile: \(reason)"
    case .foreignVersion(let file, let version):
      """
      '\(file)' is a launch profile of version \(version), this program reads version \
      \(LaunchProfile.currentSchemaVersion)
      """
    case .unreadable(let file, let reason):
      "the launch profile '\(file)' cannot be read: \(reason)"
    case .unwritable(let file, let reason):
      "the launch profile '\(file)' cannot be written: \(reason)"
    case .busy(let file, let waited):
      "the launch profile '\(file)' was locked by other processes for \(waited.text)"
    }
  }
}
