// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Recognizes apps that Xcode builds, for hints: SwiftPM can't read them.
enum XcodeProject {
  /// Returns the name of a folder's Xcode project or workspace; nil if it has neither.
  static func name(in folder: URL) -> String? {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return ["xcodeproj", "xcworkspace"].lazy.compactMap { ending in
      entries.sorted().first { $0.hasSuffix(".\(ending)") }
    }.first
  }
}
