// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation
import Gantry

/// A package that looks as if it was built: sources, a build description, and a program, which is a
/// script that writes a manifest; gone with its owner.
final class AppFolder {
  struct Target {
    let name: String
    var isLibrary = true
    var isLinked = true
    var flags = ["-DDEBUG"]
    /// By the name of the file.
    var files: [String: String] = [:]
  }

  let tool: ToolFolder
  var folder: URL { tool.url }
  private let targets: [Target]

  /// Makes the folder.
  ///
  /// - Parameters:
  ///   - targets: Beside those, the program `Shop`.
  ///   - manifest: What the program writes when it is asked; nil makes it say something else.
  init(_ targets: [Target], manifest: Manifest?, main: String = "", script: String? = nil) throws {
    tool = try ToolFolder()
    self.targets =
      targets + [Target(name: "Shop", isLibrary: false, files: ["main.swift": main])]
    try write("", to: "Package.swift")
    for target in self.targets {
      for (name, text) in target.files { try write(text, to: "Sources/\(target.name)/\(name)") }
    }
    try writeBuild()
    let json = try manifest?.json()
    if let json { try write(json, to: "manifest.json") }
    let body = script ?? (json == nil ? "echo Welcome" : "echo starting; cat manifest.json")
    try write("#!/bin/sh\n\(body)\n", to: ".build/debug/Shop")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.appending(path: ".build/debug/Shop").path)
  }

  func write(_ text: String, to path: String) throws {
    let url = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func run(_ arguments: String) async throws -> ToolFolder.End {
    try await tool.run(arguments)
  }

  private func writeBuild() throws {
    let root = folder.resolvingSymlinksInPath().path
    let objects = { (target: Target) in
      target.files.keys.sorted().map { "\(root)/.build/debug/\(target.name).build/\($0).o" }
    }
    let commands = targets.map { target in
      let sources = target.files.keys.sorted().map { "\(root)/Sources/\(target.name)/\($0)" }
      return [
        "moduleName": target.name, "isLibrary": target.isLibrary, "sources": sources,
        "objects": objects(target), "otherArguments": target.flags + ["-package-name", "shop"],
      ] as [String: Any]
    }
    let linked = targets.filter(\.isLinked)
    let description: [String: Any] = [
      "swiftCommands": Dictionary(
        uniqueKeysWithValues: zip(targets.map { "C.\($0.name).module" }, commands)),
      "targetDependencyMap": ["Shop": linked.map(\.name)],
    ]
    let data = try JSONSerialization.data(withJSONObject: description)
    try write(String(decoding: data, as: UTF8.self), to: ".build/debug/description.json")
    try write(
      linked.flatMap(objects).joined(separator: "\n"),
      to: ".build/debug/Shop.product/Objects.LinkFileList")
  }
}

extension Manifest {
  /// The manifest of an application of the given parts.
  static func of(_ manifests: [ModuleManifest], list: ModuleList? = nil) -> Manifest {
    Application(
      modules: [], list: list,
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:])
    ) { builder in
      for manifest in manifests { builder.add(manifest) }
    }.manifest
  }

  /// The same, as if the application took whatever is linked.
  func takingLinked() throws -> Manifest {
    let text = try json().replacing("\"takesLinked\" : false", with: "\"takesLinked\" : true")
    return try JSONDecoder().decode(Manifest.self, from: Data(text.utf8))
  }
}

final class OrdersModule: Module {
  static let manifest = ModuleManifest(
    of: OrdersModule.self, ModuleOptions(after: "Account"), at: "Orders/OrdersModule.swift:3"
  ) { module in
    module.launch("open", TaskOptions(.deferred), at: "Orders/OrdersModule.swift:5") { _, _ in }
  }
  init(context: ModuleContext) {}
}

final class AccountModule: Module {
  static let manifest = ModuleManifest(
    of: AccountModule.self, ModuleOptions(enabled: .environment("ACCOUNT")),
    at: "Account/AccountModule.swift:2"
  ) { _ in }
  init(context: ModuleContext) {}
}

final class MessagesModule: Module {
  static let manifest = ModuleManifest(
    of: MessagesModule.self, ModuleOptions(requires: "Account", "Stroage"),
    at: "Messages/MessagesModule.swift:2"
  ) { _ in }
  init(context: ModuleContext) {}
}
