// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryCore

/// All checks of an app, and their findings.
struct CheckRun {
  let source: ManifestSource
  /// The faults that aren't in a baseline.
  private(set) var findings: [Finding] = []
  /// The parts that weren't checked, with the reasons.
  private(set) var gaps: [String] = []
  /// Probable mistakes, which aren't faults.
  private(set) var warnings: [String] = []
  /// The number of targets that were searched.
  private(set) var targetCount = 0

  /// Checks an app.
  ///
  /// - Parameters:
  ///   - source: The app's manifest.
  ///   - options: The options that locate the app's package.
  init(_ source: ManifestSource, _ options: AppOptions) throws(ToolFailure) {
    self.source = source
    checkManifest()
    let folder = options.packageFolder
    findings += SceneDeclarations(folder).findings
    let rules = try LayerRules.ofPackage(folder)
    guard let description = try source.description(in: options.buildFolder) else {
      gaps.append("imports and records: there is no build in \(options.buildFolder.path)")
      return
    }
    let sources = AppSources(description, options)
    warnings += sources.unansweredRoutes(source.manifest)
    targetCount = sources.targets.count { $0.target.kind != .test }
    let modules = sources.targetsWithModules(source.manifest)
    findings +=
      rules.map { rules in
        rules.idlePatterns(in: sources, modules: modules)
          + rules.violations(in: sources, modules: modules)
      }
      ?? StandardLayers(sources, source.manifest).violations
    if case .program(let app) = source.origin {
      findings += RecordCheck(app, source.manifest, sources).missing()
    }
  }

  /// Collects the faults that the application itself wrote into the manifest.
  private mutating func checkManifest() {
    let manifest = source.manifest
    warnings = manifest.findings?.warnings ?? []
    if let found = manifest.findings {
      findings += found.faults.map { Finding(kind: $0.kind, message: $0.message) }
    } else {
      findings.append(
        Finding(
          kind: "missingFindings", key: "findings",
          message: """
            The manifest has no 'findings', so the application's own checks can't be read. Write it \
            again, with AppManifest.write(to:) of GantryTesting or GANTRY_MANIFEST=json, and keep \
            'findings'.
            """))
    }
    findings += manifest.rejectedRecords.map {
      Finding(kind: "rejectedRecord", message: $0)
    }
  }

  /// Removes the findings that a baseline accepts.
  ///
  /// - Returns: The number of accepted findings, and the entries that no longer match any.
  mutating func accept(_ baseline: Baseline) -> (accepted: Int, stale: [String]) {
    let prints = Set(findings.map(\.fingerprint))
    let all = findings.count
    let accepted = Set(baseline.accepted)
    findings.removeAll { accepted.contains($0.fingerprint) }
    return (all - findings.count, baseline.accepted.filter { !prints.contains($0) })
  }
}

extension ManifestSource {
  /// Returns the build of the program, or of the package whose manifest file is checked.
  fileprivate func description(in folder: URL) throws(ToolFailure) -> BuildDescription? {
    switch origin {
    case .program(let app): return app.description
    case .file:
      let file = folder.appending(path: "description.json")
      guard FileManager.default.fileExists(atPath: file.path) else { return nil }
      return try BuildDescription(in: folder)
    }
  }
}

/// Checks that the iOS apps in a package's folder have scenes. Built with the iOS 27 SDK, an app
/// without scenes doesn't start.
struct SceneDeclarations {
  private let folder: URL

  init(_ folder: URL) { self.folder = folder }

  /// The findings, one for each Info.plist of an iOS app without scenes.
  var findings: [Finding] {
    let files = files()
    let lists = files.filter { $0.hasSuffix("Info.plist") }.filter(lacksScenes)
    guard !lists.isEmpty, !files.contains(where: declaresScenes) else { return [] }
    return lists.map { path in
      Finding(
        kind: "missingScenes", key: path, location: path,
        message: """
          This iOS app declares no scenes: built with the iOS 27 SDK, it doesn't start. Add \
          UIApplicationSceneManifest here, with the class of your scene delegate, or give each scene \
          its configuration in application(_:configurationForConnecting:options:).
          """)
    }
  }

  /// Returns the files of the package, without built or fetched ones.
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

  /// Returns whether a property list is that of an iOS app, not an extension, and lacks scenes.
  private func lacksScenes(_ path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: "\(folder.path)/\(path)"),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let info = list as? [String: Any]
    else { return false }
    // Xcode fills in `$(PRODUCT_BUNDLE_PACKAGE_TYPE)`.
    if let type = info["CFBundlePackageType"] as? String, type != "APPL", !type.hasPrefix("$") {
      return false
    }
    let isOfIOS = info.keys.contains { $0.hasPrefix("UI") || $0 == "LSRequiresIPhoneOS" }
    return isOfIOS && info["UIApplicationSceneManifest"] == nil && info["NSExtension"] == nil
      && info["EXAppExtensionAttributes"] == nil
  }

  /// Returns whether a file configures scenes in code, or has Xcode write the scene manifest.
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
