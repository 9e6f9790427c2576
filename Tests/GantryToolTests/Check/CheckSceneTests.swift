// SPDX-License-Identifier: Apache-2.0

import Gantry
import Testing

/// iOS apps without scenes, which don't start with the iOS 27 SDK.
@Suite struct CheckSceneTests {
  private static func list(_ entries: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>\(entries)</dict></plist>
    """
  }

  private static let launch = "<key>UILaunchScreen</key><dict/>"
  private static let scenes = "<key>UIApplicationSceneManifest</key><dict/>"

  private func check(_ files: [String: String]) async throws -> ToolFolder.End {
    let app = try AppFolder([], manifest: .of([]))
    for (path, text) in files { try app.write(text, to: path) }
    return try await app.run("check --manifest manifest.json")
  }

  @Test(.tags(.b41), arguments: ["App/Info.plist", "App/Phone-Info.plist"])
  func `an iOS app without scenes is a fault`(path: String) async throws {
    let end = try await check([path: Self.list(Self.launch)])
    #expect(end.status == 1)
    #expect(
      end.output.contains(
        """
        \(path): missingScenes
          This iOS app declares no scenes: built with the iOS 27 SDK, it doesn't start.
        """), "\(end)")
  }

  static let others: [[String: String]] = [
    ["App/Info.plist": list(launch + scenes)],
    ["App/Info.plist": list("<key>NSHumanReadableCopyright</key><string/>")],
    ["App/Info.plist": list(launch + "<key>NSExtension</key><dict/>")],
    ["App/Info.plist": "no list at all"],
    ["Pods/Info.plist": list(launch)],
    ["App/Art.framework/Info.plist": list(launch)],
    ["Kit/Info.plist": list(launch + "<key>CFBundlePackageType</key><string>FMWK</string>")],
    [
      "App/Info.plist": list(launch),
      "App/AppDelegate.swift": "func application(_: A, configurationForConnecting: B) {}",
    ],
    [
      "App/Info.plist": list(launch),
      "App/P.xcodeproj/project.pbxproj":
        "INFOPLIST_KEY_UIApplicationSceneManifest_Generation = YES;",
    ],
  ]

  @Test(arguments: others)
  func `other property lists, and apps with scenes in code, are not faults`(
    files: [String: String]
  ) async throws {
    let end = try await check(files)
    #expect(end.status == 0 && !end.output.contains("missingScenes"), "\(end)")
  }

  @Test func `a comment about scenes declares no scene`() async throws {
    let end = try await check([
      "App/Info.plist": Self.list(Self.launch),
      "App/A.swift": "// no configurationForConnecting yet",
    ])
    #expect(end.status == 1)
  }
}

extension Tag {
  @Tag static var b41: Self
}
