// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation
import PackagePlugin

/// `swift package gantry …`: the tool, in the folder of the package.
@main
struct GantryPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.tool(named: "GantryMain").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      // It has said why.
      throw PluginFailure(description: "gantry ended with \(process.terminationStatus)")
    }
  }
}

/// Why the plug-in fails.
struct PluginFailure: Error, CustomStringConvertible {
  let description: String
}
