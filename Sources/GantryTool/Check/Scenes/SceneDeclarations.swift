// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Whether the iOS apps in a package's folder have scenes, without which they don't start when built
/// with the iOS 27 SDK.
struct SceneDeclarations {
  private let folder: URL

  init(_ folder: URL) { self.folder = folder }

  /// A finding for each Info.plist of an iOS app that has no scenes.
  var findings: [Finding] {
    let files = files()
    let lists = files.filter { $0.hasSuffix("Info.plist") }.filter(lacksScenes)
    guard !lists.isEmpty, !files.contains(where: declaresScenes) else { return [] }
    return lists.map { path in
      Finding(
        kind: "missingScenes", key: path, place: path,
        message: """
          This iOS app declares no scenes: built with the iOS 27 SDK, it doesn't start. Add \
          UIApplicationSceneManifest here, with the class of your scene delegate, or give each scene \
          its configuration in application(_:configurationForConnecting:options:).
          """)
    }
  }

  /// The files of the package, without what is built or fetched.
  private func files() -> [String] {
    let others: Set = ["Carthage", "DerivedData", "Pods", "node_modules"]
    let built: Set = ["app", "appex", "bundle", "framework", "xcframework"]
    let found = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    var paths: [String] = []
    while let url = found?.nextObject() as? URL {
      if others.contains(url.lastPathComponent) || built.contains(url.pathExtension) {
        found?.skipDescendants()
      } else if ["plist", "pbxproj", "swift"].contains(url.pathExtension) {
        paths.append(String(url.path.dropFirst(folder.path.count + 1)))
      }
    }
    return paths.sorted()
  }

  /// Whether a list is that of an iOS app, not of an extension, and says nothing of scenes.
  private func lacksScenes(_ path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: "\(folder.path)/\(path)"),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let info = list as? [String: Any]
    else { return false }
    // `$(PRODUCT_BUNDLE_PACKAGE_TYPE)` where Xcode fills it in.
    if let type = info["CFBundlePackageType"] as? String, type != "APPL", !type.hasPrefix("$") {
      return false
    }
    let isOfIOS = info.keys.contains { $0.hasPrefix("UI") || $0 == "LSRequiresIPhoneOS" }
    return isOfIOS && info["UIApplicationSceneManifest"] == nil && info["NSExtension"] == nil
      && info["EXAppExtensionAttributes"] == nil
  }

  /// Whether code gives scenes their configuration, or Xcode writes the manifest.
  private func declaresScenes(_ path: String) -> Bool {
    guard !path.hasSuffix(".plist"),
      let text = try? String(contentsOfFile: "\(folder.path)/\(path)", encoding: .utf8)
    else { return false }
    if path.hasSuffix(".swift") {
      let words = ["configurationForConnecting", "ConfigureScene"].filter(text.contains)
      guard !words.isEmpty else { return false }
      let code = String(decoding: SwiftMask(text).code, as: UTF8.self)
      return words.contains(where: code.contains)
    }
    return text.contains("INFOPLIST_KEY_UIApplicationSceneManifest_Generation = YES")
  }
}
