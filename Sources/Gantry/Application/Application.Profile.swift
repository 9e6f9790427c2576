// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

extension Application {
  /// Where the durations of launches are kept, so that the next launch is planned by them.
  ///
  /// ```swift
  /// let application = Application(profile: Application.Profile(file: "\(caches)/launch.json"))
  /// ```
  ///
  /// The file is read before the plan is made, and written after the launch, when nothing runs any
  /// more that needs no milestone and no demand. What goes wrong with it stops no launch:
  /// ``Application/profileError``, a note in the report and a warning in the log say what it was.
  public struct Profile: Sendable, Hashable {
    /// The path of the file; its folder must exist, and the app must be allowed to write there.
    public var file: String
    /// What the program was built from: any text that changes when the program does.
    public var build: String

    /// Names a file, which need not exist yet.
    ///
    /// - Parameters:
    ///   - file: The path of the file; its folder must exist.
    ///   - build: What the program was built from. An app whose code lies in libraries that are
    ///     loaded at run time says its version here.
    public init(file: String, build: String = Profile.currentBuild) {
      self.file = file
      self.build = build
    }

    /// The identifier that the linker gave the program; where it gave none, the size of the program
    /// file and when it was last modified.
    public static var currentBuild: String {
      if let identifier = ProgramBuild.linkerIdentifier { return identifier }
      let path = Bundle.main.executablePath ?? CommandLine.arguments.first ?? ""
      let file = try? FileManager.default.attributesOfItem(atPath: path)
      let size = (file?[.size] as? NSNumber)?.int64Value ?? 0
      let time = (file?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      return "\(size) bytes of \(time)"
    }
  }

  /// What went wrong with the launch profile in the last or the current launch; nil when nothing did,
  /// and without a profile.
  public var profileError: LaunchProfileError? { profile?.error }
}
