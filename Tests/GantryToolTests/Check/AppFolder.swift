// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry

/// A package that looks built: sources, a build description, and a program, which is a script that
/// writes a manifest. The folder is deleted with its owner.
final class AppFolder {
  struct Target {
    let name: String
    var isLibrary = true
    var isLinked = true
    var flags = ["-DDEBUG"]
    var package = "shop"
    /// The folder of its files; nil is the usual one.
    var folder: String?
    /// The sources by file name.
    var files: [String: String] = [:]
  }

  let tool: ToolFolder
  var folder: URL { tool.url.appending(path: place) }
  private let place: String
  private let program: String
  private let targets: [Target]

  /// Creates the folder.
  ///
  /// - Parameters:
  ///   - targets: The targets besides the program `Shop`.
  ///   - manifest: The manifest that the program writes; nil makes it write something else.
  ///   - program: The name of the program's target.
  ///   - place: The path of the app's folder in another folder.
  init(
    _ targets: [Target], manifest: AppManifest?, main: String = "", script: String? = nil,
    program: String = "Shop", in place: String = "."
  ) throws {
    tool = try ToolFolder()
    self.place = place
    self.program = program
    self.targets =
      targets + [Target(name: program, isLibrary: false, files: ["main.swift": main])]
    try write("", to: "Package.swift")
    for target in self.targets {
      for (name, text) in target.files { try write(text, to: "\(Self.sources(target))/\(name)") }
    }
    try writeBuild()
    let json = try manifest?.json()
    if let json { try write(json, to: "manifest.json") }
    let body = script ?? (json == nil ? "echo Welcome" : "echo starting; cat manifest.json")
    try write("\(body)\n", to: "program.sh")
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: ".build/debug/Shop"), withDestinationURL: Self.launcher)
  }

  /// A program that runs `program.sh` in its working folder.
  ///
  /// A shell writes it: if this process did, a child of another test might keep the file open for
  /// writing, and then it couldn't be run.
  private static let launcher: URL = {
    let file = ToolFolder.programs.appending(path: "app")
    let isMade =
      system(#"printf '#!/bin/sh\nexec /bin/sh ./program.sh\n' >'\#(file.path)'"#) == 0
      && chmod(file.path, 0o755) == 0
    precondition(isMade, "\(file.path) can't be written")
    return file
  }()

  func write(_ text: String, to path: String) throws {
    let url = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func run(_ arguments: String) async throws -> ToolFolder.End {
    try await tool.run(arguments, in: place)
  }

  private static func sources(_ target: Target) -> String {
    target.folder ?? "Sources/\(target.name)"
  }

  private func writeBuild() throws {
    let root = folder.resolvingSymlinksInPath().path
    let objects = { (target: Target) in
      target.files.keys.sorted().map { "\(root)/.build/debug/\(target.name).build/\($0).o" }
    }
    let commands = targets.map { target in
      let sources = target.files.keys.sorted().map { "\(root)/\(Self.sources(target))/\($0)" }
      return [
        "moduleName": target.name, "isLibrary": target.isLibrary, "sources": sources,
        "objects": objects(target),
        "otherArguments": target.flags + ["-package-name", target.package],
      ] as [String: Any]
    }
    let linked = targets.filter(\.isLinked)
    let description: [String: Any] = [
      "swiftCommands": Dictionary(
        uniqueKeysWithValues: zip(targets.map { "C.\($0.name).module" }, commands)),
      "targetDependencyMap": [program: linked.map(\.name)],
    ]
    let data = try JSONSerialization.data(withJSONObject: description)
    try write(String(decoding: data, as: UTF8.self), to: ".build/debug/description.json")
    try write(
      linked.flatMap(objects).joined(separator: "\n"),
      to: ".build/debug/Shop.product/Objects.LinkFileList")
  }
}

extension AppManifest {
  /// The manifest of an application with the given parts.
  static func of(_ manifests: [ModuleManifest], list: ModuleList? = nil) -> AppManifest {
    Application(
      modules: ModuleSelection([], list: list),
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:])
    ) { builder in
      for manifest in manifests { builder.add(manifest) }
    }.manifest
  }

  /// The same, as if the application took all linked modules.
  func takingLinked(hasNoRecords: Bool = false) throws -> AppManifest {
    let text = try json().replacing("\"takesLinked\" : false", with: "\"takesLinked\" : true")
      .replacing("\"hasNoRecords\" : false", with: "\"hasNoRecords\" : \(hasNoRecords)")
    return try JSONDecoder().decode(AppManifest.self, from: Data(text.utf8))
  }
}

final class OrdersModule: Module {
  static let manifest = ModuleManifest(
    of: OrdersModule.self, ModuleOptions(after: "Account"), fileID: "Orders/OrdersModule.swift",
    line: 3
  ) { module in
    module.launch(
      "open", TaskOptions(.afterReady), fileID: "Orders/OrdersModule.swift", line: 5,
      body: .background { _, _ in })
  }
  init(context: ModuleContext) {}
}

final class AccountModule: Module {
  static let manifest = ModuleManifest(
    of: AccountModule.self, ModuleOptions(enabled: .environment("ACCOUNT")),
    fileID: "Account/AccountModule.swift", line: 2
  ) { _ in }
  init(context: ModuleContext) {}
}

final class MessagesModule: Module {
  static let manifest = ModuleManifest(
    of: MessagesModule.self, ModuleOptions(requires: "Account", "Stroage"),
    fileID: "Messages/MessagesModule.swift", line: 2
  ) { _ in }
  init(context: ModuleContext) {}
}
