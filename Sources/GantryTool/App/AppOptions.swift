// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import GantryCore
internal import GantryLaunch
internal import GantryReports
internal import GantrySupport

/// The app that a command works on, and the source of its manifest.
struct AppOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder of the app's package.", valueName: "folder"))
  var package = "."

  @Option(help: "The app to build and ask for its manifest, if the package has several.")
  var product: String?

  @Option(
    help: ArgumentHelp(
      "A manifest as JSON, for an app that cannot run here; nothing is built.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var manifest: String?

  @Option(
    name: [.customShort("c"), .long],
    help: ArgumentHelp("How to build.", valueName: "configuration"))
  var configuration = BuildConfiguration.debug

  @Option(
    help: ArgumentHelp(
      "The build folder, if it is not '.build' in the package.", valueName: "folder"))
  var scratchPath: String?

  @Flag(help: "Use the last build instead of building.")
  var noBuild = false

  /// Returns the manifest of the app. Without a file, it builds the app and asks the program.
  func source() throws(ToolFailure) -> ManifestSource {
    if let manifest { return ManifestSource(try ManifestFile.read(manifest), .file(manifest)) }
    let app = try builtApp()
    return ManifestSource(try app.manifest(), .program(app))
  }

  /// Returns the app's program, after building it unless `--no-build` was given.
  func builtApp() throws(ToolFailure) -> BuiltApp {
    let folder = packageFolder
    guard FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    else {
      let hint =
        XcodeProject.name(in: folder).map { project in
          """
          An app in \(project) writes its manifest in a unit test, with 'try \
          AppManifest.linked.write(to: "app.json")' of GantryTesting, which writes the file beside \
          the test's source. Give that file with '--manifest'.
          """
        }
        ?? "Name the app's package with '--package', or give its manifest with '--manifest'."
      throw ToolFailure("\(package): there is no Package.swift. \(hint)", .noInput)
    }
    if !noBuild { try build() }
    return try BuiltApp(in: buildFolder, package: folder, product: product)
  }

  /// The folder of the package, as an absolute path with links resolved.
  var packageFolder: URL { URL(filePath: package).resolvingSymlinksInPath() }

  /// The folder with the products of the build.
  var buildFolder: URL {
    scratchFolder.appending(path: configuration.rawValue).resolvingSymlinksInPath()
  }

  /// The build folder, which holds products and fetched packages.
  var scratchFolder: URL {
    (scratchPath.map { URL(filePath: $0) } ?? packageFolder.appending(path: ".build"))
      .resolvingSymlinksInPath()
  }

  private func build() throws(ToolFailure) {
    var words = ["build", "--package-path", package, "-c", configuration.rawValue]
    if let scratchPath { words += ["--scratch-path", scratchPath] }
    if let product { words += ["--product", product] }
    BuildPlan.forgetOthers(than: packageFolder, in: scratchFolder)
    // Build output goes to standard error: the user can follow the build, and the command's own
    // output stays separate.
    guard try ChildProgram(program: "swift", arguments: words).runSayingAll() == 0 else {
      throw ToolFailure("\(package): the app does not build; see above.", .unavailable)
    }
  }
}

/// Whether output is for people or for programs.
enum TextFormat: String, CaseIterable, ExpressibleByArgument {
  /// For people.
  case text
  /// For programs: a JSON object with a schema version.
  case json
}

/// The tool's JSON format.
enum ToolJSON {
  /// Returns a value as JSON with sorted keys: equal values give equal text.
  ///
  /// - Parameter isLine: Whether it is one line, for output that goes on.
  static func text(of value: some Encodable, isLine: Bool = false) throws(ToolFailure) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if !isLine { encoder.outputFormatting.insert(.prettyPrinted) }
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw ToolFailure("The result cannot be written as JSON: \(error).", .faults)
    }
  }
}

/// The part of a large picture to draw.
struct Surroundings: ParsableArguments {
  @Option(help: ArgumentHelp("Only this module and those around it.", valueName: "module"))
  var around: String?

  @Option(help: "How many steps around it: to its dependencies, and to its dependents.")
  var depth = 1

  func validate() throws {
    guard depth >= 0 else {
      throw ValidationError("'--depth' must be 0 or more, not \(depth).")
    }
  }

  /// Returns the modules to draw; nil means all of them.
  ///
  /// - Parameters:
  ///   - names: The names of all modules and tasks, for suggestions. Duplicates are fine.
  ///   - find: Returns the modules within a number of steps of the named one.
  func neighborhood(
    in names: [String], _ find: (String, Int) -> LaunchNeighborhood?
  ) throws(ToolFailure) -> LaunchNeighborhood? {
    guard let around else { return nil }
    if let found = find(around, depth) { return found }
    let near = Wording.near(NearNames.of(around, among: Set(names)))
    throw ToolFailure("There is no module or task '\(around)'.\(near)", .faults)
  }
}
