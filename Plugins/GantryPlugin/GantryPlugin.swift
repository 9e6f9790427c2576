// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// `swift package gantry …`: runs the tool in the folder of the package.
@main
struct GantryPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try program()
    process.arguments = try arguments + build(for: arguments, context)
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      // The tool has already printed the reason.
      throw PluginFailure(description: "gantry exited with status \(process.terminationStatus)")
    }
  }

  /// Builds the tool. It isn't a dependency of the plug-in: SwiftPM would then compile it apart, with all that it
  /// imports, and the tool and the app would not share what both use.
  private func program() throws -> URL {
    let result = try packageManager.build(
      .product("gantry"), parameters: .init(configuration: .debug, echoLogs: true))
    let built = result.builtArtifacts.first { $0.kind == .executable }
    guard result.succeeded, let built else {
      throw PluginFailure(description: "The tool does not build.\n\(result.logText)")
    }
    return built.url
  }

  /// The commands that inspect a built app.
  private static let readers: Set = ["check", "why", "list", "graph", "plan"]

  /// Builds the app for a command that inspects it, unless an option names another build.
  ///
  /// It uses the SwiftPM that runs this plug-in, which has locked the build folder. A second
  /// SwiftPM would wait for the lock, while the first one waits for this plug-in.
  ///
  /// - Returns: The options that show the tool where the build is.
  private func build(for arguments: [String], _ context: PluginContext) throws -> [String] {
    let others = ["--manifest", "--scratch-path", "--no-build", "--help", "-h"]
    let isSaid = arguments.contains { word in
      others.contains { word == $0 || word.hasPrefix("\($0)=") }
    }
    guard Self.readers.contains(arguments.first ?? ""), !isSaid else { return [] }
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
    // The work folder is `plugins/GantryPlugin/outputs` in the build folder.
    let folder = (1...3).reduce(context.pluginWorkDirectoryURL) { folder, _ in
      folder.deletingLastPathComponent()
    }
    return ["--no-build", "--scratch-path", folder.path]
  }
}

/// The reason why the plug-in fails.
struct PluginFailure: Error, CustomStringConvertible {
  let description: String
}
