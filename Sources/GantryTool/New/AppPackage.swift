// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantrySupport

/// The package of an app, as SwiftPM reads its manifest.
struct AppPackage {
  let folder: URL
  /// The path of the folder, as the user gave it.
  let path: String
  let dump: ManifestDump

  /// Reads a package.
  ///
  /// - Throws: The reason why it can't be read.
  init(at path: String) throws(ToolFailure) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    folder = NewFolder.resolved(URL(filePath: path, directoryHint: .isDirectory))
    guard FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    else {
      let hint =
        XcodeProject.name(in: folder).map { project in
          """
           For an app in \(project), leave out '--into': the package appears in the working folder. \
          Then add it in Xcode with File, Add Package Dependencies, Add Local, and add its product \
          to the app's target.
          """
        } ?? ""
      throw ToolFailure("\(path): there is no Package.swift in it.\(hint)", .noInput)
    }
    let answer = try ChildProgram.swiftPackage(["dump-package"], in: folder)
    guard answer.status == 0 else {
      throw ToolFailure(
        "\(path)/Package.swift: SwiftPM cannot read it:\n\(answer.complaint)", .noInput)
    }
    do {
      dump = try JSONDecoder().decode(ManifestDump.self, from: answer.output)
    } catch {
      throw ToolFailure(
        "\(path): 'swift package dump-package' says \(InputFile.reason(error, answer.output)).",
        .noInput)
    }
  }

  var manifest: URL { folder.appending(path: "Package.swift") }

  /// The path of the manifest, for messages.
  var shownManifest: String { path == "." ? "Package.swift" : "\(path)/Package.swift" }

  /// The source from which the app gets Gantry; nil if the app doesn't depend on Gantry.
  var gantry: GantrySource? {
    for dependency in dump.dependencies {
      if let source = GantrySource(dependency, for: folder) { return source }
    }
    return nil
  }

  /// Returns the target that should link a module.
  func executable(named name: String?) throws(ToolFailure) -> String {
    var found = dump.targets.filter { $0.type == "executable" }.map(\.name).sorted()
    // The program of an iOS app is in its Xcode project, and this target of the package has the
    // modules.
    if found.isEmpty { found = dump.targets.map(\.name).filter { $0 == "\(dump.name)Modules" } }
    if let name {
      guard dump.targets.contains(where: { $0.name == name }) else {
        let all = dump.targets.map(\.name).sorted()
        let near = Wording.near(NearNames.of(name, among: all))
        throw ToolFailure(
          "\(shownManifest) has no target '\(name)'.\(near) There are \(Wording.list(all)).",
          .misuse)
      }
      return name
    }
    guard let first = found.first else {
      throw ToolFailure("\(shownManifest) has no executable target: it isn't an app.", .misuse)
    }
    guard found.count == 1 else {
      throw ToolFailure(
        "\(shownManifest) has several executable targets. Say which: --target \(found.joined(separator: "|"))",
        .misuse)
    }
    return first
  }
}

extension AppPackage {
  /// Returns everything that has one of these names already, one a line, ignoring letter case.
  ///
  /// - Parameters:
  ///   - package: The name of the package.
  ///   - targets: The names of the package's targets.
  ///   - module: The name of the module in the app; nil if there is none.
  func clashes(of package: String, targets: [String], module: String?) -> [String] {
    let wanted = Set(targets.map { $0.lowercased() })
    func isWanted(_ name: String) -> Bool { wanted.contains(name.lowercased()) }
    var lines = dump.targets.map(\.name).filter(isWanted)
      .map { "\($0) is already a target of \(dump.name)." }
    if folder.lastPathComponent.lowercased() == package.lowercased() {
      lines.append("\(folder.lastPathComponent) is the folder of the app itself.")
    }
    if depends(on: package) {
      lines.append("\(dump.name) already depends on a package '\(package.lowercased())'.")
    }
    let packages = localPackages
    for other in packages + fetched where other.folder.path != folder.path {
      lines += other.targets.filter(isWanted).map {
        "\($0) is already a target of the package '\(other.folder.lastPathComponent.lowercased())'."
      }
    }
    return lines + (module.map { modules(named: $0, in: packages) } ?? [])
  }

  /// Returns the line that links a package in the app's folder; nil if the folder has no package,
  /// or the app links it already.
  func linking(_ package: String, at destination: NewFolder, to target: String) -> String? {
    let manifest = destination.folder.appending(path: "Package.swift").path
    guard FileManager.default.fileExists(atPath: manifest), !depends(on: package) else {
      return nil
    }
    return """
      \(dump.name) does not depend on the package in \(destination.path). To link it: swift package \
      --package-path \(path) add-dependency \(destination.pathInRoot) --type path, and swift package \
      --package-path \(path) add-target-dependency \(package) \(target) --package \(package)
      """
  }

  /// Returns a warning about new targets that belong to no group of the app's layer rules.
  ///
  /// If the rules file is damaged, there is no warning, because `gantry check` reports that.
  ///
  /// - Parameters:
  ///   - targets: The targets; those for tests and demo apps are left out.
  ///   - module: The target with a module; nil if there is none.
  func targetsWithoutGroup(_ targets: [String], module: String?) -> [String] {
    guard let rules = try? LayerRules.ofPackage(folder) else { return [] }
    let loose = targets.filter { target in
      !["Tests", "Testing", "Demo"].contains(where: target.hasSuffix)
        && rules.group(of: target, in: Set([module].compactMap(\.self))) == nil
    }
    guard !loose.isEmpty else { return [] }
    let isOne = loose.count == 1
    return [
      """
      warning: \(Wording.list(loose)) \(isOne ? "is" : "are") in no group of \
      \(LayerRules.fileName), so every target may import \(isOne ? "it" : "them"). Add \
      \(isOne ? "it" : "each") to a group; 'with: modules' takes all targets with modules, \
      including later ones.
      """
    ]
  }

  /// Returns a warning if a program starts no modules, because nothing makes an `Application`.
  ///
  /// - Parameters:
  ///   - target: The program's target, or the target with the modules of an iOS app.
  ///   - module: The module that it links now.
  func noApplication(in target: String, runs module: String) -> [String] {
    guard dump.targets.contains(where: { $0.name == target && $0.type == "executable" }) else {
      return []
    }
    let own = dump.targets.map { folder.appending(path: $0.path ?? "Sources/\($0.name)") }
    let places = own + localPackages.map { $0.folder.appending(path: "Sources") }
    let files = places.flatMap(SourceFile.paths)
    let starts =
      files.isEmpty
      || files.contains { path in
        let text = SourceFile.text(of: path)
        return text.contains("Application")
          && String(decoding: SwiftMask(text).code, as: UTF8.self)
            .contains(/\bApplication(\s*[({]|\.main\b)/)
      }
    guard !starts else { return [] }
    var steps = ["`import Gantry` and `try await Application().start()` in its main"]
    if gantry == nil { steps.insert("Gantry to its dependencies", at: 0) }
    if gantry == nil, dump.platforms?.contains(where: { $0.platformName == "macos" }) != true {
      steps.append("`platforms: [.macOS(.v13)]` to \(shownManifest), for a Mac")
    }
    return [
      """
      warning: \(target) starts no Application yet, so \(module) won't run. Add \
      \(Wording.list(steps)). See 'An existing program' in Documentation/Tutorial.md.
      """
    ]
  }

  /// Returns the folder of an interface's package, which was created before its module.
  ///
  /// - Parameter name: The name of both the folder and the target.
  /// - Returns: The folder; nil if the app has no such package.
  func interface(named name: String) -> URL? {
    localPackages.first { $0.folder.lastPathComponent == name && $0.targets.contains(name) }?.folder
  }

  /// The local packages that the app depends on, directly or indirectly.
  var localPackages: [LocalPackage] {
    LocalPackage.all(
      from: dump.dependencies.filter { GantrySource($0, for: folder) == nil }.compactMap(\.folder))
  }

  private func depends(on package: String) -> Bool {
    dump.dependencies.contains { $0.identity == package.lowercased() }
  }

  /// The packages that SwiftPM has fetched for the app.
  private var fetched: [LocalPackage] {
    let checkouts = folder.appending(path: ".build/checkouts", directoryHint: .isDirectory)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: checkouts.path)) ?? []
    return names.sorted().map { LocalPackage(at: checkouts.appending(path: $0)) }
  }

  /// Returns the modules with a name in the sources of the app and of neighboring packages.
  private func modules(named name: String, in packages: [LocalPackage]) -> [String] {
    let own = dump.targets.map { folder.appending(path: $0.path ?? "Sources/\($0.name)") }
    let places = own + packages.map { $0.folder.appending(path: "Sources") }
    return places.flatMap(SourceFile.paths).flatMap { path in
      let text = SourceFile.text(of: path)
      guard text.contains("@") && text.contains(name) else { return [String]() }
      let shown =
        path.hasPrefix(folder.path + "/") ? path.dropFirst(folder.path.count + 1) : path[...]
      return SourceFile(text).declarations.filter { $0.module == name }.map {
        "\(name) is already the app's name for \($0.name) (\(shown):\($0.line))."
      }
    }
  }
}
