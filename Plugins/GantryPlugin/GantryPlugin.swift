// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// `swift package gantry …`: the tool, in the folder of the package.
@main
struct GantryPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    if arguments.first == "test", !arguments.contains(where: Self.idle.contains) {
      throw PluginFailure(
        description: """
          the tests would wait for this plug-in, which waits for them. Use `swift run gantry test`.
          """)
    }
    let process = Process()
    process.executableURL = try context.tool(named: "GantryMain").url
    process.arguments = try arguments + build(for: arguments, context)
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      // It has said why.
      throw PluginFailure(description: "gantry ended with \(process.terminationStatus)")
    }
  }

  /// The commands that look at a built app.
  private static let readers: Set = ["check", "why", "list", "graph", "plan"]
  /// The options with which a command neither builds nor tests.
  private static let idle: Set = ["--help", "-h", "--dry-run"]

  /// Builds the app for a command that looks at it, and where nothing says that it is elsewhere.
  ///
  /// By the SwiftPM that runs this plug-in: another one would wait for it, since it has locked the
  /// build folder, while it waits for this plug-in.
  ///
  /// - Returns: What tells the tool where the build is.
  private func build(for arguments: [String], _ context: PluginContext) throws -> [String] {
    let others = ["--manifest", "--scratch-path", "--no-build", "--help", "-h"]
    let isSaid = arguments.contains { word in
      others.contains { word == $0 || word.hasPrefix("\($0)=") }
    }
    guard Self.readers.contains(arguments.first ?? ""), !isSaid, !namesGraph(arguments) else {
      return []
    }
    var options = ArgumentExtractor(arguments.map { $0 == "-c" ? "--configuration" : $0 })
    let own = context.package.directoryURL
    let place = options.extractOption(named: "package").last ?? own.path
    let asked = URL(filePath: place, directoryHint: .isDirectory, relativeTo: own)
    guard asked.resolvingSymlinksInPath().path == own.resolvingSymlinksInPath().path else {
      return []
    }
    let product = options.extractOption(named: "product").last
    let isRelease = options.extractOption(named: "configuration").last == "release"
    let parameters = PackageManager.BuildParameters(
      configuration: isRelease ? .release : .debug, echoLogs: true)
    let parts = product.map { PackageManager.BuildSubset.product($0) }
    let result = try packageManager.build(
      parts ?? .all(includingTests: false), parameters: parameters)
    guard result.succeeded else { throw PluginFailure(description: "The app does not build.") }
    // `plugins/GantryPlugin/outputs` in the build folder.
    let folder = (1...3).reduce(context.pluginWorkDirectoryURL) { folder, _ in
      folder.deletingLastPathComponent()
    }
    return ["--no-build", "--scratch-path", folder.path]
  }
}

/// Whether a launch graph is given, which takes the place of the app; a report of a launch does not.
private func namesGraph(_ arguments: [String]) -> Bool {
  guard arguments.first == "plan" else { return false }
  var rest = ArgumentExtractor(arguments)
  for option in ["report", "output"] { _ = rest.extractOption(named: option) }
  return rest.remainingArguments.contains {
    $0 == "-" || $0.hasSuffix(".json") || $0.hasPrefix("/dev/")
  }
}

/// Why the plug-in fails.
struct PluginFailure: Error, CustomStringConvertible {
  let description: String
}
