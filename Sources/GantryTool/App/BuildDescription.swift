// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation

/// The targets of a build, from the `description.json` that SwiftPM writes beside the products.
///
/// The file lists the targets of all packages together.
struct BuildDescription {
  /// The Swift targets, sorted by name, without those of build plug-ins.
  let targets: [BuiltTarget]

  /// Reads the description of a build.
  ///
  /// - Parameter folder: The folder with the products of the build.
  init(in folder: URL) throws(ToolFailure) {
    let path = folder.appending(path: "description.json").path
    try self.init(InputFile.json(Contents.self, path, "a build description that this tool knows"))
  }

  /// Creates a description from the file's contents.
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

  /// Returns the target with the given name.
  func target(named name: String) -> BuiltTarget? { targets.first { $0.name == name } }

  /// Returns the names of the programs whose sources are in the folder of a package, but not in that
  /// of another package within.
  func programs(of package: URL) -> [String] {
    targets.filter {
      $0.kind == .program && $0.lies(in: package) && !$0.isInPackage(within: package)
    }.map(\.name)
  }

  /// Returns whether targets of a package were built and none of them is a program.
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
  /// The part of the file that the tool reads.
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

/// The configuration in which an app is built.
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
  /// The name of the target's package, as passed to the compiler.
  let package: String
  /// Whether debug-only code is compiled.
  let isDebug: Bool
  /// The target's files, as absolute paths.
  let sources: [String]
  /// The object files of the target's sources.
  let objects: [String]
  /// The names of all dependencies, direct and transitive.
  let dependencies: [String]

  /// Returns whether the target's sources are in a folder.
  func lies(in folder: URL) -> Bool {
    let prefix = folder.path.hasSuffix("/") ? folder.path : folder.path + "/"
    return sources.first?.hasPrefix(prefix) == true
  }

  /// Returns whether a folder between the target's sources and a package's folder is a package, too,
  /// such as a module's.
  func isInPackage(within package: URL) -> Bool {
    guard var folder = sources.first.map({ URL(filePath: $0).deletingLastPathComponent() }) else {
      return false
    }
    while folder.path.count > package.path.count {
      let manifest = folder.appending(path: "Package.swift").path
      if FileManager.default.fileExists(atPath: manifest) { return true }
      folder.deleteLastPathComponent()
    }
    return false
  }
}

/// The plan that SwiftPM keeps in a build folder.
///
/// It is the plan of the package built last. SwiftPM reuses it for the next package unless a folder
/// of the last package's sources has changed. The build then fails with `No target named`, or
/// builds the wrong package. Without a plan, SwiftPM creates a new one.
enum BuildPlan {
  /// Removes the plans of all other packages from a build folder.
  static func forgetOthers(than package: URL, in folder: URL) {
    // This file appears only in the plan of its own root package.
    let own = Data("\"\(package.path)/Package.resolved\"".utf8)
    for configuration in BuildConfiguration.allCases {
      let plan = folder.appending(path: "\(configuration.rawValue).yaml")
      // A plan takes some megabytes and names that file near its end.
      guard let text = try? Data(contentsOf: plan, options: .mappedIfSafe),
        text.range(of: own, options: .backwards) == nil
      else { continue }
      // If it can't be removed, SwiftPM can't write it either, and says so.
      try? FileManager.default.removeItem(at: plan)
    }
  }
}
