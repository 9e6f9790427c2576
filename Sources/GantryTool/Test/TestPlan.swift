// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryText

/// The packages to test, dependencies first.
struct TestPlan {
  /// A package to test.
  struct Test {
    let folder: URL
    /// The package's path, relative to the working folder.
    let path: String
    /// The reason for testing the package; nil if all packages are tested.
    let reason: String?

    var line: String { path + (reason.map { ": \($0)" } ?? "") }
  }

  let tests: [Test]

  /// Plans the tests of an app.
  ///
  /// - Parameters:
  ///   - app: The app's package.
  ///   - folder: The folder of the only package to test; nil means all packages.
  ///   - base: The commit since which changes count; nil means all packages.
  init(of app: AppPackage, only folder: String?, since base: String?) throws(ToolFailure) {
    let own = LocalPackage(at: app.folder)
    let packages = PackageGraph(app.localPackages.filter { $0.folder != own.folder } + [own])
    let chosen = try folder.map { (folder) throws(ToolFailure) in
      try Self.package(at: folder, among: packages, of: app)
    }
    let reasons = try base.map { (base) throws(ToolFailure) in
      try Self.reasons(in: packages, of: app, since: base)
    }
    tests = packages.sorted.filter(\.hasTests).compactMap { package in
      if let chosen, package.folder.path != chosen { return nil }
      if let reasons, reasons[package.folder.path] == nil { return nil }
      return Test(
        folder: package.folder, path: app.shown(package.folder),
        reason: reasons?[package.folder.path])
    }
  }

  /// Returns the path of a package that the user names by its folder.
  private static func package(
    at folder: String, among packages: PackageGraph, of app: AppPackage
  ) throws(ToolFailure) -> String {
    let path = NewPlace.resolved(URL(filePath: folder, directoryHint: .isDirectory)).path
    guard let package = packages.sorted.first(where: { $0.folder.path == path }) else {
      let known = packages.sorted.filter(\.hasTests).map { app.shown($0.folder) }
      throw ToolFailure(
        """
        \(folder): this is neither the app's package nor a local package that it depends on. \
        \(known.isEmpty ? "None of those has tests" : "Name one with tests: \(Wording.list(known, "or"))").
        """, .misuse)
    }
    guard package.hasTests else {
      throw ToolFailure("\(folder): the package has no tests. Add a test target to it.", .misuse)
    }
    return path
  }

  /// Returns the reasons why packages may break, by their folders.
  private static func reasons(
    in packages: PackageGraph, of app: AppPackage, since base: String
  ) throws(ToolFailure) -> [String: String] {
    let folders = packages.sorted.map(\.folder)
    var changes = [try GitChanges(in: app.folder, shownAs: app.path, since: base, of: folders)]
    var reasons: [String: String] = [:]
    for package in packages.sorted where !changes.contains(where: { $0.covers(package.folder) }) {
      // The package belongs to another repository, which may lack the commit, or to none.
      if let others = try? GitChanges(in: package.folder, shownAs: "", since: base, of: folders),
        others.covers(package.folder)
      {
        changes.append(others)
      } else {
        reasons[package.folder.path] = "Git can't list its changes"
      }
    }
    let counts = packages.changes(changes.flatMap(\.files))
    for (folder, count) in counts { reasons[folder] = "\(count.counted("file")) changed" }
    let names = { app.shown(URL(filePath: $0, directoryHint: .isDirectory)) }
    for (folder, dependency) in packages.dependents(of: Set(reasons.keys)) {
      reasons[folder] = "depends on \(names(dependency))"
    }
    return reasons
  }
}

/// Local packages, with their dependencies on each other.
struct PackageGraph {
  /// The packages, dependencies first. Paths decide where there is no such order.
  let sorted: [LocalPackage]

  init(_ packages: [LocalPackage]) {
    let byPath = Dictionary(packages.map { ($0.folder.path, $0) }, uniquingKeysWith: { a, _ in a })
    var seen: Set<String> = []
    var sorted: [LocalPackage] = []
    func visit(_ path: String) {
      guard let package = byPath[path], seen.insert(path).inserted else { return }
      Self.dependencies(of: package).sorted().forEach(visit)
      sorted.append(package)
    }
    byPath.keys.sorted().forEach(visit)
    self.sorted = sorted
  }

  private static func dependencies(of package: LocalPackage) -> [String] {
    package.dependencies.map { NewPlace.resolved($0).path }
  }

  /// Returns how many of the files are in each package, by its folder. A file belongs to the
  /// innermost package.
  func changes(_ files: [String]) -> [String: Int] {
    let folders = sorted.map(\.folder.path).sorted { $0.utf8.count > $1.utf8.count }
    let owners = files.compactMap { file in
      folders.first { file == $0 || file.hasPrefix($0 + "/") }
    }
    return Dictionary(owners.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// Returns the packages that depend on others, directly or indirectly, each with a dependency
  /// that leads there.
  func dependents(of folders: Set<String>) -> [String: String] {
    var found: [String: String] = [:]
    var waiting = folders.sorted()
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      for package in sorted {
        let path = package.folder.path
        guard !folders.contains(path), found[path] == nil,
          Self.dependencies(of: package).contains(next)
        else { continue }
        found[path] = next
        waiting.append(path)
      }
    }
    return found
  }
}

/// The changed, deleted and new files of a Git working tree, compared with a commit.
struct GitChanges {
  /// The files, as absolute paths.
  let files: [String]
  private let root: String
  /// The folders that `.gitignore` excludes, most of which are separate repositories.
  private let ignored: Set<String>

  /// Finds the changes since a commit.
  ///
  /// - Parameters:
  ///   - folder: A folder in the working tree.
  ///   - shown: The path of the folder, for messages.
  ///   - base: The commit. For a branch, it is the last commit that the branch shares with the
  ///     current one.
  ///   - folders: The folders that the changes may cover.
  init(
    in folder: URL, shownAs shown: String, since base: String, of folders: [URL]
  ) throws(ToolFailure) {
    func git(_ words: String...) throws(ToolFailure) -> ChildProgram.End {
      try ChildProgram(program: "git", arguments: ["-C", folder.path] + words).run()
    }
    let top = try git("rev-parse", "--show-toplevel")
    guard top.status == 0 else {
      throw ToolFailure(
        """
        \(shown): Git can't list changes here: \(Self.line(top.errors)) Leave out '--changed' and \
        '--since' to test all packages.
        """, .noInput)
    }
    root = Self.line(top.output)
    let commit = try git("merge-base", "HEAD", base)
    guard commit.status == 0 else {
      let reason = Self.line(commit.errors)
      throw ToolFailure(
        """
        --since \(base): Git finds no commit that this and HEAD \
        share\(reason.isEmpty ? "." : ": \(reason)")
        """, .noInput)
    }
    let listed = [
      try git("-C", root, "diff", "--name-only", "--no-renames", "-z", Self.line(commit.output)),
      try git("-C", root, "ls-files", "--others", "--exclude-standard", "-z"),
    ]
    let root = root
    files = listed.flatMap { end in
      String(decoding: end.output, as: UTF8.self).split(separator: "\0").map { "\(root)/\($0)" }
    }
    let inside = folders.map(\.path).filter { $0.hasPrefix(root + "/") }
    let found = try ChildProgram(
      program: "git",
      arguments: ["-C", root, "-c", "core.quotePath=off", "check-ignore", "--"] + inside
    ).run()
    // Without folders, the command fails and lists nothing.
    ignored = Set(
      String(decoding: found.output, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  /// Returns whether the working tree contains a folder and its changes.
  func covers(_ folder: URL) -> Bool {
    (folder.path == root || folder.path.hasPrefix(root + "/")) && !ignored.contains(folder.path)
  }

  private static func line(_ data: Data) -> String {
    String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
