// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import GantrySupport

/// `gantry new`: creates apps and modules from templates.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create apps and modules as packages that build, run and have tests.",
    discussion: """
      A folder appears whole or not at all. Nothing is ever overwritten.

        gantry new app Shop --platform terminal
        cd Shop
        gantry new module Orders --into .
        swift run Shop orders --name Ada
      """,
    subcommands: [App.self, Module.self, Event.self, Route.self, Service.self])

  /// What a person may look for among the commands.
  static let others = "; 'module --api-only' makes an interface alone"
}

extension NewCommand {
  /// `gantry new app`: creates an app that imports no modules.
  struct App: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "app", abstract: "Create an app in a folder of the same name.")

    @Argument(help: "The app's name, for example Shop.")
    var name: String

    @Option(
      help: """
        The kind of app: a server to deploy, with HTTP by Hummingbird, SQLite, health, a \
        Dockerfile and a systemd unit (server), a command-line program whose commands are its \
        routes (terminal), or an iOS app with its Xcode project (ios).
        """)
    var platform = Platform.server

    @Flag(help: "The same as --platform server.")
    var server = false

    @OptionGroup var options: NewOptions

    func result() throws(ToolFailure) -> ToolResult {
      guard !server || platform == .server else {
        throw ToolFailure("Give --server or --platform, not both.", .misuse)
      }
      let name = try PackageName(name, of: platform == .server ? .server : .app)
      let destination = NewFolder([name.text])
      let values = TemplateValues(name, gantry: try options.source(for: destination.folder))
      let tree = try options.tree(of: [.package, platform.layer], values)
      try destination.check(tree, extra: [])
      let drawing = tree.drawing(under: destination.path)
      if options.dryRun { return ToolResult(output: drawing, errors: tree.warnings) }
      try tree.write(to: destination)
      return ToolResult(
        output: drawing + ["", "Next: cd \(name) && \(platform.next(name))"], errors: tree.warnings)
    }
  }

  /// The kind of an app.
  enum Platform: String, ExpressibleByArgument, CaseIterable {
    case server
    case terminal
    case ios

    fileprivate var layer: TemplateFolder.Layer {
      switch self {
      case .server: .server
      case .terminal: .terminal
      case .ios: .ios
      }
    }

    /// The command to try a new app.
    fileprivate func next(_ name: PackageName) -> String {
      switch self {
      case .server, .terminal: "swift run \(name)"
      case .ios: "swift test; then, on a Mac, open App/\(name).xcodeproj"
      }
    }
  }
}

extension NewCommand {
  /// `gantry new module`: creates a package with a module and a test, and more with `--full`.
  struct Module: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "module",
      abstract: "Create a module in its own package and folder.",
      discussion: """
        The package has the module and a test of it. With --into, it goes into the folder Modules \
        of an app, and the app runs it: you don't have to change anything else.
        """)

    @Argument(help: "The module's name, for example Orders.")
    var name: String

    @Option(
      help: ArgumentHelp(
        "The folder of the app that will run the module; the app gets it as a dependency.",
        valueName: "app"),
      completion: .directory)
    var into: String?

    @Option(
      help: ArgumentHelp(
        """
        The app's target to link the module into. By default, its only executable; in an iOS app, \
        its target of modules.
        """,
        valueName: "target"))
    var target: String?

    @Option(
      help: ArgumentHelp(
        """
        Modules of the app whose interfaces this one imports, separated by commas: Sale stands for \
        SaleAPI. Needs --into.
        """,
        valueName: "modules"))
    var uses: String?

    @Flag var form: ModuleForm?

    @Option(
      help: """
        The module's language: swift, c (functions), or objc (a class, for apps with UIKit). The forms \
        --full and --api-only are in Swift.
        """)
    var language = ModuleLanguage.swift

    @OptionGroup var options: NewOptions

    func result() throws(ToolFailure) -> ToolResult {
      guard language == .swift || form == nil else {
        throw ToolFailure("--full and --api-only make Swift. Leave out --language.", .misuse)
      }
      let name = try PackageName(name, of: .module)
      let apiOnly = form == .apiOnly
      let package = name.package(apiOnly: apiOnly)
      let app = try into.map { (path) throws(ToolFailure) in try AppPackage(at: path) }
      let linking = try app?.executable(named: target)
      let destination = NewFolder(app == nil ? [package] : ["Modules", package], in: app)
      let interface =
        apiOnly || language != .swift ? nil : app?.interface(named: name.package(apiOnly: true))
      let values = TemplateValues(
        name,
        api: interface.map { GantrySource.dependency(on: $0, from: destination.folder) },
        gantry: try options.source(for: destination.folder, of: app))
      var tree = try options.tree(of: layers(adoptsAPI: interface != nil), values)
      let module = apiOnly ? nil : name.text
      let used = try used(by: package, for: destination, in: app)
      var extra = app?.clashes(of: package, targets: name.targets(in: tree), module: module) ?? []
      if let linking, let hint = app?.linking(package, at: destination, to: linking) {
        extra.append(hint)
      }
      try destination.check(tree, extra: extra)
      let drawing = tree.drawing(under: destination.path)
      if options.dryRun { return ToolResult(output: drawing, errors: tree.warnings) }

      if !used.isEmpty {
        let edit = ManifestEdit(using: used, in: package, at: destination.folder, besides: [])
        let manifest = tree.files["Package.swift"]?.data ?? Data()
        let changed = try edit.changed(manifest, shownAs: "\(destination.path)/Package.swift")
        tree.replace("Package.swift", with: changed)
      }
      let edited = try app.map { (app) throws(ToolFailure) in
        let edit = ManifestEdit(adding: package, at: destination.pathInRoot, to: linking ?? "")
        return try EditedManifest(app, edit)
      }
      try Self.write(tree, to: destination, then: edited)
      let isRun = form == .full || interface != nil
      let show: Show = isRun ? .demo(package) : language == .objc ? .simulator : .test
      let next = next(show, destination.path, in: app, linking)
      let names = Wording.list(used.map(\.name))
      let using = used.isEmpty ? [] : ["\(package) uses \(names)."]
      let loose = app?.targetsWithoutGroup(name.targets(in: tree), module: module) ?? []
      let idle = linking.flatMap { app?.noApplication(in: $0, runs: name.text) } ?? []
      return ToolResult(
        output: drawing + [""] + using + next, errors: tree.warnings + loose + idle)
    }

    /// Writes the package, and then the manifest of the app that links it.
    private static func write(
      _ tree: FileTree, to destination: NewFolder, then manifest: EditedManifest?
    ) throws(ToolFailure) {
      try tree.write(to: destination)
      do throws(ToolFailure) {
        try manifest?.write()
      } catch {
        // This process alone has just put the package there.
        try? FileManager.default.removeItem(at: destination.folder)
        throw error
      }
    }

    /// Returns the interfaces that `--uses` names.
    private func used(
      by target: String, for destination: NewFolder, in app: AppPackage?
    ) throws(ToolFailure) -> [UsedInterface] {
      guard let uses else { return [] }
      guard let app else {
        throw ToolFailure(
          "--uses needs --into: the interfaces are looked for in that app.", .misuse)
      }
      let words = uses.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      // A new module always uses its own interface.
      return try app.interfaces(of: words.filter { !$0.isEmpty }, for: destination.folder)
        .filter { $0.name != "\(target)API" }
    }

    /// Returns the templates for the form. A module whose interface exists already is a full one.
    private func layers(adoptsAPI: Bool) -> [TemplateFolder.Layer] {
      switch form {
      case .apiOnly: [.package, .interface, .api]
      case _ where adoptsAPI: [.package, .module, .adopting]
      case .full: [.package, .interface, .module, .full]
      case nil: [.package, language.layer]
      }
    }

    /// The command to try a new module.
    private enum Show {
      case demo(String)
      case test
      case simulator
    }

    /// Returns the next steps for the user. The demo of a module that an app links is built in the
    /// app's folder, which has Gantry built already.
    private func next(
      _ show: Show, _ path: String, in app: AppPackage?, _ linking: String?
    ) -> [String] {
      let added = linking.map { ["\($0) links it now."] } ?? []
      let command =
        switch show {
        case .test: "swift test --package-path \(path)"
        case .simulator: "open \(path)/Package.swift in Xcode, and run its tests in a simulator"
        case .demo(let package):
          "swift run \(app?.path == "." ? "" : "--package-path \(app?.path ?? path) ")\(package)Demo"
        }
      return added + ["Next: \(command)"]
    }
  }
}

/// The language of a new module.
enum ModuleLanguage: String, ExpressibleByArgument, CaseIterable {
  case swift
  case c
  case objc

  /// The templates of a module and its test.
  fileprivate var layer: TemplateFolder.Layer {
    switch self {
    case .swift: .small
    case .c: .c
    case .objc: .objc
    }
  }
}

/// The form of a new module, which decides its parts besides the module and a test.
enum ModuleForm: String, EnumerableFlag {
  case full
  case apiOnly

  static func help(for value: ModuleForm) -> ArgumentHelp? {
    switch value {
    case .full:
      """
      Also create an interface for other modules (a route, an event, a service), texts in two \
      languages, and a demo app that runs the module alone.
      """
    case .apiOnly: "Create only the interface, which other modules may import."
    }
  }
}
