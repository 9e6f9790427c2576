// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation

/// The targets of a build: `description.json`, which the package manager writes beside the
/// products, and which holds the targets of all packages at once.
struct BuildDescription {
  /// The Swift targets, sorted by name; those for plug-ins of the build are left out.
  let targets: [BuiltTarget]

  /// Reads the description of a build.
  ///
  /// - Parameter folder: Where the products of the build lie.
  init(in folder: URL) throws(ToolFailure) {
    let path = folder.appending(path: "description.json").path
    try self.init(InputFile.json(Contents.self, path, "a build description that this tool knows"))
  }

  /// Takes the targets from the file's contents.
  init(_ contents: Contents) {
    let tests = Set(
      (contents.testDiscoveryCommands ?? [:]).values.flatMap(\.inputs).map { file in
        URL(filePath: file.name).deletingLastPathComponent().lastPathComponent
      })
    targets = contents.swiftCommands.values.compactMap { command -> BuiltTarget? in
      guard !command.sources.isEmpty, let object = command.objects.first else { return nil }
      let folder = URL(filePath: object).deletingLastPathComponent().lastPathComponent
      guard !folder.hasSuffix("-tool.build") else { return nil }
      return BuiltTarget(
        name: command.moduleName,
        kind: tests.contains(folder) ? .test : command.isLibrary ? .library : .program,
        package: Self.value(of: "-package-name", in: command.otherArguments),
        isDebug: command.otherArguments.contains("-DDEBUG"),
        sources: command.sources, objects: command.objects,
        dependencies: contents.targetDependencyMap[command.moduleName] ?? [])
    }.sorted { $0.name < $1.name }
  }

  /// Finds a target.
  func target(named name: String) -> BuiltTarget? { targets.first { $0.name == name } }

  /// The names of the programs whose sources lie in the folder of a package.
  func programs(of package: URL) -> [String] {
    targets.filter { $0.kind == .program && $0.lies(in: package) }.map(\.name)
  }

  /// Whether targets of a package were built, and no program is among them.
  func hasOnlyLibraries(in package: URL) -> Bool {
    targets.contains { $0.kind == .library && $0.lies(in: package) }
      && programs(of: package).isEmpty
  }

  private static func value(of option: String, in arguments: [String]) -> String {
    guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count
    else { return "" }
    return arguments[index + 1]
  }
}

extension BuildDescription {
  /// The part of the file that is used.
  struct Contents: Decodable {
    struct Command: Decodable {
      let moduleName: String
      let isLibrary: Bool
      let sources: [String]
      let objects: [String]
      let otherArguments: [String]
    }

    struct Discovery: Decodable {
      let inputs: [File]
    }

    struct File: Decodable {
      let name: String
    }

    let swiftCommands: [String: Command]
    let targetDependencyMap: [String: [String]]
    let testDiscoveryCommands: [String: Discovery]?
  }
}

/// How an app is built.
enum BuildConfiguration: String, CaseIterable, ExpressibleByArgument {
  case debug
  case release
}

/// A Swift target of a build.
struct BuiltTarget: Equatable {
  /// The kind of product.
  enum Kind {
    case program
    case library
    case test
  }

  let name: String
  let kind: Kind
  /// The package, by the name that the compiler is told.
  let package: String
  /// Whether code for debug builds alone is compiled.
  let isDebug: Bool
  /// Its files, as absolute paths.
  let sources: [String]
  /// The object files of its sources.
  let objects: [String]
  /// The names of all that it depends on, also by others.
  let dependencies: [String]

  /// Whether its sources lie in a folder.
  func lies(in folder: URL) -> Bool {
    let prefix = folder.path.hasSuffix("/") ? folder.path : folder.path + "/"
    return sources.first?.hasPrefix(prefix) == true
  }
}

/// The plan that SwiftPM keeps in a build folder.
///
/// It is the plan of the package that was built last, and SwiftPM takes it for the next package's, too,
/// unless a folder of the last one's sources has changed: the build then fails with `No target named`, or
/// builds the other package. Without a plan, SwiftPM makes one.
enum BuildPlan {
  /// Removes the plans in a build folder that are not of one package.
  static func forgetOthers(than package: URL, in folder: URL) {
    // Of all packages, a plan depends on this file of the root alone.
    let own = Data("\"\(package.path)/Package.resolved\"".utf8)
    for configuration in BuildConfiguration.allCases {
      let plan = folder.appending(path: "\(configuration.rawValue).yaml")
      // Some megabytes, with that file near the end.
      guard let text = try? Data(contentsOf: plan, options: .mappedIfSafe),
        text.range(of: own, options: .backwards) == nil
      else { continue }
      // If it can't be removed, SwiftPM can't write it either, and says so.
      try? FileManager.default.removeItem(at: plan)
    }
  }
}
