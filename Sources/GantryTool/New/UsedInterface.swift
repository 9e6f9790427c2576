// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantrySupport

/// A target that another one will import, most often the interface of a module.
struct UsedInterface {
  /// The name of the target and its product.
  let name: String
  /// The package with the target; nil means the package of the target that uses it.
  let package: LocalPackage?
}

/// A target of an app or of one of its packages.
struct FoundTarget {
  let name: String
  /// The package of the target, as SwiftPM reads its manifest.
  let package: AppPackage
}

extension AppPackage {
  /// Finds a target of the app, or of a local package that the app depends on.
  ///
  /// - Throws: The lack of such a target, or the reason why its package can't be read.
  func target(named name: String) throws(ToolFailure) -> FoundTarget {
    if dump.targets.contains(where: { $0.name == name }) {
      return FoundTarget(name: name, package: self)
    }
    let packages = localPackages
    if let package = packages.first(where: { $0.targets.contains(name) }) {
      return FoundTarget(name: name, package: try AppPackage(at: shown(package.folder)))
    }
    let all = dump.targets.map(\.name) + packages.flatMap(\.targets)
    throw ToolFailure(
      """
      \(shownManifest): neither the app nor one of its local packages has a target \
      '\(name)'.\(Wording.near(NearNames.of(name, among: all))) Nothing was written.
      """, .misuse)
  }

  /// Finds the interface of a module.
  ///
  /// - Parameters:
  ///   - word: The name of the interface or its module.
  ///   - folder: The package of the target that will use the interface.
  func interface(of word: String, for folder: URL) throws(ToolFailure) -> UsedInterface {
    let packages = localPackages
    for name in InterfaceName.all(of: word) + [word] {
      let isOwn = dump.targets.contains { $0.name == name }
      let other = packages.first { $0.targets.contains(name) }
      guard let owner = isOwn ? LocalPackage(at: self.folder) : other else { continue }
      try refuseModule(name, of: owner)
      if owner.folder.path == folder.path { return UsedInterface(name: name, package: nil) }
      guard !isOwn else {
        throw ToolFailure(
          """
          \(name) is a target of \(dump.name) itself, which the package \(shown(folder)) cannot \
          depend on. Move it to a package of its own. Nothing was written.
          """, .faults)
      }
      try checkProduct(name, of: owner)
      return UsedInterface(name: name, package: owner)
    }
    throw unknown(word, among: dump.targets.map(\.name) + packages.flatMap(\.targets))
  }

  /// Finds the interfaces of several modules, each once.
  func interfaces(of words: [String], for folder: URL) throws(ToolFailure) -> [UsedInterface] {
    var found: [UsedInterface] = []
    for word in words {
      let interface = try interface(of: word, for: folder)
      if !found.contains(where: { $0.name == interface.name }) { found.append(interface) }
    }
    return found
  }

  /// Refuses a target with modules as an interface, because importing it would tie its users to the
  /// module.
  private func refuseModule(_ name: String, of package: LocalPackage) throws(ToolFailure) {
    let folder = package.folder.appending(path: "Sources/\(name)")
    guard SourceFile.paths(in: folder).contains(where: Self.hasModules) else { return }
    throw ToolFailure(
      """
      \(name) has modules, but no interface: there is no target \(name)API. Create one with \
      'gantry new module \(name) --api-only --into \(path)'. Nothing was written.
      """, .faults)
  }

  /// Returns whether a file declares modules.
  private static func hasModules(_ path: String) -> Bool {
    let text = SourceFile.text(of: path)
    return text.contains("@") && !SourceFile(text).declarations.isEmpty
  }

  private func checkProduct(_ name: String, of package: LocalPackage) throws(ToolFailure) {
    let owner = try AppPackage(at: shown(package.folder))
    guard !owner.dump.products.contains(where: { $0.name == name }) else { return }
    throw ToolFailure(
      """
      \(owner.shownManifest): there is no product \(name), so no other package can use that \
      target. Add it: .library(name: "\(name)", targets: ["\(name)"]). Nothing was written.
      """, .faults)
  }

  private func unknown(_ word: String, among targets: [String]) -> ToolFailure {
    let interfaces = targets.filter { InterfaceName.subject(of: $0) != nil }
    let subjects = interfaces.compactMap(InterfaceName.subject)
    let near = Wording.near(NearNames.of(word, among: interfaces + subjects))
    let known =
      interfaces.isEmpty
      ? "It has no interface yet: 'gantry new module \(word) --api-only --into \(path)' creates one."
      : "Its interfaces: \(Wording.list(Set(interfaces).sorted()))."
    return ToolFailure(
      "\(shownManifest): there is no interface '\(word)'.\(near) \(known) Nothing was written.",
      .misuse)
  }

  /// Returns a path for messages, relative to the same folder as the app's path.
  func shown(_ folder: URL) -> String {
    if folder.path == self.folder.path { return path }
    let root = self.folder.path + "/"
    guard folder.path.hasPrefix(root) else { return folder.path }
    let rest = String(folder.path.dropFirst(root.count))
    return path == "." ? rest : "\(path)/\(rest)"
  }
}

extension FoundTarget {
  /// Returns the interfaces that the target doesn't depend on yet.
  func missing(among interfaces: [UsedInterface]) -> [UsedInterface] {
    let links = package.dump.targets.first { $0.name == name }?.dependencies.map(\.name) ?? []
    return interfaces.filter { !links.contains($0.name) }
  }

  /// Returns the change to the manifest of its package.
  func edit(using interfaces: [UsedInterface]) -> ManifestEdit {
    ManifestEdit(
      using: interfaces, in: name, at: package.folder,
      besides: Set(package.dump.dependencies.map(\.identity)))
  }
}
