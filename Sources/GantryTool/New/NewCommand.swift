// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import Foundation

/// `gantry new`: apps and modules from templates.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create apps and modules, as packages that build, run and are tested.",
    discussion: """
      A folder appears whole or not at all. Nothing is ever overwritten.

        gantry new app Shop
        cd Shop
        gantry new module Orders --into .
        swift run Shop
      """,
    subcommands: [App.self, Module.self])
}

extension NewCommand {
  /// `gantry new app`: an app that imports no module, and shows their pages.
  struct App: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "app", abstract: "Create an app, in a folder of its name.")

    @Argument(help: "The app's name, for example Shop.")
    var name: String

    @Option(help: "A server with its pages in a browser, or an app of iOS with a project of Xcode.")
    var platform = Platform.server

    @OptionGroup var options: NewOptions

    func run() throws { try options.report { () throws(ToolFailure) in try make() } }

    private func make() throws(ToolFailure) -> ToolResult {
      let name = try PackageName(name, of: .app)
      let place = NewPlace([name.text])
      let values = TemplateValues(name, gantry: try options.source(for: place.folder))
      let tree = try options.tree(of: [.package, platform == .ios ? .ios : .app], values)
      try place.check(tree, extra: [])
      let drawing = tree.drawing(under: place.path)
      if options.dryRun { return ToolResult(output: drawing) }
      let staging = try Staging(for: place)
      try staging.write(tree)
      try staging.publish()
      return ToolResult(output: drawing + ["", "Next: cd \(name) && \(platform.next(name))"])
    }
  }

  /// Where an app runs.
  enum Platform: String, ExpressibleByArgument, CaseIterable {
    case server
    case ios

    /// The command that shows the new app.
    fileprivate func next(_ name: PackageName) -> String {
      switch self {
      case .server: "swift run \(name)"
      case .ios: "swift test; then, on a Mac, open App/\(name).xcodeproj"
      }
    }
  }
}

extension NewCommand {
  /// `gantry new module`: a package with an interface, the module, its tests and a demo app.
  struct Module: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "module",
      abstract: "Create a module, in a package and folder of its own.",
      discussion: """
        Targets: the interface (a route, an event, a service), the module, its tests, and a demo \
        app that runs it alone. With --into, the package goes to the folder Modules of an app, \
        and the app runs it: you need to change nothing else.
        """)

    @Argument(help: "The module's name, for example Orders.")
    var name: String

    @Option(
      help: ArgumentHelp(
        "The folder of an app that is to run the module; it gets it as a dependency.",
        valueName: "app"),
      completion: .directory)
    var into: String?

    @Option(
      help: ArgumentHelp(
        """
        The app's target that is to link the module. By default its only executable; in an iOS \
        app, its target of modules.
        """,
        valueName: "target"))
    var target: String?

    @Flag(help: "Create only the interface, which other modules may import.")
    var apiOnly = false

    @OptionGroup var options: NewOptions

    func run() throws { try options.report { () throws(ToolFailure) in try make() } }

    private func make() throws(ToolFailure) -> ToolResult {
      let name = try PackageName(name, of: .module)
      let package = name.package(apiOnly: apiOnly)
      let app = try into.map { (path) throws(ToolFailure) in try AppPackage(at: path) }
      let linking = try app?.executable(named: target)
      let place = NewPlace(app == nil ? [package] : ["Modules", package], in: app)
      let interface = apiOnly ? nil : app?.interface(named: name.package(apiOnly: true))
      let values = TemplateValues(
        name, apiOnly: apiOnly,
        api: interface.map { GantrySource.dependency(on: $0, from: place.folder) },
        gantry: try options.source(for: place.folder, of: app))
      let layers: [TemplateFolder.Layer] =
        [.package] + (interface == nil ? [.interface] : []) + [apiOnly ? .api : .module]
      let tree = try options.tree(of: layers, values)
      let names = name.targets(
        apiOnly: apiOnly, adoptsAPI: interface != nil && !tree.hasFiles(in: "Sources/\(name)API"))
      var extra =
        app?.clashes(of: package, targets: names, module: apiOnly ? nil : name.text) ?? []
      if let linking, let hint = app?.linking(package, at: place, to: linking) {
        extra.append(hint)
      }
      try place.check(tree, extra: extra)
      let drawing = tree.drawing(under: place.path)
      if options.dryRun { return ToolResult(output: drawing) }

      let staging = try Staging(for: place)
      try staging.write(tree)
      if let app, let linking {
        let edit = ManifestEdit(adding: package, at: place.pathInRoot, to: linking)
        try staging.stage(edit, of: app)
      }
      try staging.publish()
      return ToolResult(output: drawing + [""] + next(package, place.path, in: app, linking))
    }

    /// The next step for the user: in the build folder of the app, which has Gantry built already.
    private func next(
      _ package: String, _ path: String, in app: AppPackage?, _ linking: String?
    ) -> [String] {
      let added = linking.map { ["\($0) links it now."] } ?? []
      let scratch = app.map { $0.path == "." ? ".build" : "\($0.path)/.build" }
      let folders = path + (scratch.map { " --scratch-path \($0)" } ?? "")
      if apiOnly { return added + ["Next: swift test --package-path \(folders)"] }
      return added + ["Next: swift run --package-path \(folders) \(package)Demo"]
    }
  }
}
