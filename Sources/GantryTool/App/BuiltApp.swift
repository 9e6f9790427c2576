// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryCore
internal import GantryLaunch
internal import GantrySupport

/// The program of an app, as the build left it.
struct BuiltApp {
  /// The app's name.
  let product: String
  /// The folder with the products of the build.
  let buildFolder: URL
  /// The folder of the package.
  let packageFolder: URL
  /// The description of the build that made the program.
  let description: BuildDescription

  /// How long a program may take to print its manifest.
  static let limit = Duration.seconds(20)

  /// The location of the program.
  var executable: URL { buildFolder.appending(path: product) }

  /// The target with the program's main file.
  var program: BuiltTarget? {
    let objects = Set(Self.objects(of: product, in: buildFolder))
    return description.targets.first { target in
      target.kind == .program && target.objects.contains(where: objects.contains)
    }
  }

  /// Finds the program of a package.
  ///
  /// - Parameters:
  ///   - folder: The folder with the products of the build.
  ///   - package: The folder of the package.
  ///   - product: The name of the program; nil takes the only one.
  init(in folder: URL, package: URL, product: String?) throws(ToolFailure) {
    buildFolder = folder
    packageFolder = package
    let built = Self.built(in: folder)
    let lastBuild = try? BuildDescription(in: folder)
    if let lastBuild, lastBuild.hasOnlyLibraries(in: package) { throw Self.noProgram(package) }
    guard !built.isEmpty else { throw Self.nothingBuilt(package, folder) }
    description = if let lastBuild { lastBuild } else { try BuildDescription(in: folder) }
    let folders = Set(description.programs(of: package).map { "\($0).build"[...] })
    let names = built.filter { product in
      Self.objects(of: product, in: folder).contains { object in
        !folders.isDisjoint(with: object.split(separator: "/"))
      }
    }
    guard product == nil || !names.isEmpty else {
      throw Self.othersBuilt(package, folder, description)
    }
    if let product {
      guard names.contains(product) else {
        throw ToolFailure(
          """
          \(package.path): there is no built program \
          '\(product)'.\(Wording.near(NearNames.of(product, among: names))) Built programs: \
          \(names.isEmpty ? "none" : Wording.list(names)).
          """, .noInput)
      }
      self.product = product
    } else if let only = names.first, names.count == 1 {
      self.product = only
    } else if names.isEmpty {
      throw Self.othersBuilt(package, folder, description)
    } else {
      throw ToolFailure(
        """
        \(package.path): the package has several programs: \(Wording.list(names)). Choose one with \
        '--product'.
        """, .misuse)
    }
  }

  /// Asks the program for its manifest, which starts no modules.
  func manifest() throws(ToolFailure) -> AppManifest {
    // A backtrace would be the last lines of a crash, instead of its reason.
    let environment = ["GANTRY_MANIFEST": "json", "SWIFT_BACKTRACE": "enable=no"]
    let end = try ChildProgram(
      program: executable.path, environment: environment, folder: packageFolder, limit: Self.limit
    ).run()
    guard !end.isFlood, !end.isOverdue, end.status == 0, let json = Self.json(in: end.output)
    else {
      throw ToolFailure(silence(end), .unavailable)
    }
    return try ManifestFile.decode(json, from: "\(product), asked with GANTRY_MANIFEST=json")
  }

  /// Returns the manifest in the program's output.
  ///
  /// It begins on the first line that starts a manifest; without one, what may be a damaged manifest
  /// counts, but no other object. Log lines may come before it, and may be JSON objects themselves.
  private static func json(in output: Data) -> Data? {
    let (brace, lineEnd) = (UInt8(ascii: "{"), UInt8(ascii: "\n"))
    var first: Data?
    var isLineStart = true
    for (index, byte) in zip(output.indices, output) {
      if isLineStart, byte == brace {
        let rest = output[index...]
        if ManifestFile.isManifest(rest) { return rest }
        first = first ?? rest
      }
      isLineStart = byte == lineEnd
    }
    return first.flatMap { $0.range(of: Data("\"schemaVersion\"".utf8)) == nil ? nil : $0 }
  }

  private func silence(_ end: ChildProgram.End) -> String {
    let what =
      if end.isFlood {
        "wrote more than \(ChildProgram.mostOutput >> 20) MB"
      } else if end.isOverdue {
        "ran for \(Self.limit.text) and was stopped"
      } else if end.status > 0 {
        "exited with status \(end.status)"
      } else {
        "printed something else"
      }
    let words = (end.errors.isEmpty ? end.output : end.errors).suffix(4096)
    let said = String(decoding: words, as: UTF8.self)
      .split(separator: "\n").suffix(5).map { "\n  \($0)" }.joined()
    return """
      \(product): asked for its manifest with GANTRY_MANIFEST=json, the program \(what) instead of \
      writing JSON. `main` and `run` of GantryProcess write it; any other program opts in before \
      it starts anything:
        if let manifest = try application.requestedManifest() { return print(manifest) }
      For a program that cannot run here, write `application.manifest.json()` to a file in a test, \
      and pass the file with '--manifest'.\(said.isEmpty ? "" : "\nIt printed:\(said)")
      """
  }
}

extension BuiltApp {
  /// Returns the names of all programs in a build folder, sorted.
  private static func built(in folder: URL) -> [String] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return entries.filter { $0.hasSuffix(".product") }.map { String($0.dropLast(8)) }.filter {
      FileManager.default.isExecutableFile(atPath: folder.appending(path: $0).path)
    }.sorted()
  }

  private static func objects(of product: String, in folder: URL) -> [String] {
    let list = folder.appending(path: "\(product).product/Objects.LinkFileList")
    let text = (try? String(contentsOf: list, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { line in
      // The build quotes paths that contain spaces.
      line.first == "'" || line.first == "\"" ? String(line.dropFirst().dropLast()) : String(line)
    }
  }

  /// Returns the failure for a build folder that several packages share: its description lists only
  /// the targets of the last build.
  private static func othersBuilt(
    _ package: URL, _ folder: URL, _ description: BuildDescription
  ) -> ToolFailure {
    let targets = description.targets.filter { $0.kind != .library && !$0.package.isEmpty }
    let packages = Set(targets.map(\.package)).sorted()
    let whose = packages.isEmpty ? "another package" : "the package \(Wording.list(packages))"
    return ToolFailure(
      """
      \(package.path): the last build in \(folder.path) belongs to \(whose). Leave out \
      '--no-build' to build the app again, or give it its own build folder with '--scratch-path'.
      """, .noInput)
  }

  private static func noProgram(_ package: URL) -> ToolFailure {
    ToolFailure(
      """
      \(package.path): the last build has libraries of the package, but no program to ask for its \
      manifest. For an app that Xcode builds, write the manifest in a test, with \
      'try AppManifest.linked.write(to:)' of GantryTesting, and pass the file with '--manifest'.
      """, .noInput)
  }

  private static func nothingBuilt(_ package: URL, _ folder: URL) -> ToolFailure {
    ToolFailure(
      """
      \(package.path): there is no built program in \(folder.path). Build the app, or leave out \
      '--no-build'.
      """, .noInput)
  }
}
