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
    ///
    /// On iOS not in the folder of an app group: the system ends an app that is suspended while it
    /// holds a lock there, as it does to write this file.
    public var file: String
    /// What the program was built from: any text that changes when the program does.
    public var build: String

    /// Names a file, which need not exist yet.
    ///
    /// - Parameters:
    ///   - file: The path of the file; its folder must exist.
    ///   - build: What the program was built from. An app whose modules lie in libraries that are
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

  /// What went wrong with the launch profile in the last or the current launch; nil when nothing did,
  /// and without a profile.
  public var profileError: LaunchProfileError? { profile?.error }
}
