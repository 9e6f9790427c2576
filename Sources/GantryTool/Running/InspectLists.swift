// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import GantryCore
internal import GantryInspector
internal import GantryLaunch
internal import GantrySupport

extension InspectCommand {
  /// `gantry inspect modules`: lists the modules.
  struct Modules: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "modules", abstract: "List the modules with their states.")

    @OptionGroup var running: RunningOptions

    func result() throws(ToolFailure) -> ToolResult {
      let modules = try ModuleView.all(of: try running.find())
      var table = TextTable(ModuleView.head + ["why"], numeric: [4])
      for module in modules { table.add(module.cells + [module.why]) }
      return try running.result("modules", modules, [table.text])
    }
  }

  /// `gantry inspect module NAME`: shows one module.
  struct Module: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "module",
      abstract: "Show one module: state, times, dependencies, mailbox, restarts.")

    @Argument(help: "The module's name.")
    var name: String

    @OptionGroup var running: RunningOptions

    func result() throws(ToolFailure) -> ToolResult {
      let app = try running.find()
      let state = try app.state(of: name)
      let all = ModuleView.all(
        state, AppGraph(try app.manifest()), try app.ask(.report).report,
        runs: try app.part(try app.ask(.runs).runs))
      guard let module = all.first(where: { $0.name == name }) else {
        let names = state.modules.map(\.name)
        let begun = names.filter { $0.lowercased().hasPrefix(name.lowercased()) }.sorted()
        let near = Wording.near(
          begun.isEmpty ? NearNames.of(name, among: names) : Array(begun.prefix(3)))
        throw ToolFailure("The app has no module '\(name)'.\(near)", .misuse)
      }
      var table = TextTable([module.name])
      let heads = zip(ModuleView.head + ["why"], module.cells + [module.why]).dropFirst()
      for fact in heads.filter({ !$1.isEmpty }) + module.facts {
        for (index, line) in fact.1.split(separator: "\n").enumerated() {
          table.add(["  \(index == 0 ? fact.0 : "")", String(line)])
        }
      }
      return try running.result("module", module, [table.text])
    }
  }

  /// `gantry inspect services`: lists the services.
  struct Services: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "services",
      abstract: "List the services, with the states of their providers.")

    @OptionGroup var running: RunningOptions

    func result() throws(ToolFailure) -> ToolResult {
      let app = try running.find()
      let states = Dictionary(
        try app.state().modules.map { ($0.name, $0.state) }, uniquingKeysWith: { $1 })
      let rows = ServiceRow.rows(of: try app.manifest())
      var table = TextTable(["state"] + ServiceRow.head)
      for row in rows {
        for (index, line) in row.lines.enumerated() {
          table.add([index == 0 ? row.provider.flatMap { states[$0] } ?? "–" : ""] + line)
        }
      }
      return try running.result(
        "services", rows, [rows.isEmpty ? "The app has no services." : table.text])
    }
  }

  /// `gantry inspect values`: shows the keyed services.
  struct Values: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "values",
      abstract: "Show the current values of keyed services; sensitive ones are hidden.")

    @OptionGroup var running: RunningOptions

    func result() throws(ToolFailure) -> ToolResult {
      try running.settings(.values, source: "provider", none: "The app has no keyed services.")
    }
  }

  /// `gantry inspect configuration`: shows the keys that were read.
  struct Configuration: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "configuration",
      abstract: "Show the configuration keys that modules have read, with the source of each.",
      discussion: "The value is that of the last time. Secrets are hidden.")

    @OptionGroup var running: RunningOptions

    func result() throws(ToolFailure) -> ToolResult {
      try running.settings(.configuration, source: "source", none: "No module has read a key.")
    }
  }

  /// `gantry inspect graph`: prints the dependencies.
  struct Graph: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "graph", abstract: "Print the modules with their dependencies, as a graph.")

    @Option(help: "The app, if several run: its process ID, or the path of its socket.")
    var app: String?

    @Option(
      help: """
        The graph for Markdown (mermaid), for Graphviz (dot), for programs (json), or in words \
        (text).
        """)
    var format = GraphFormat.text

    func result() throws(ToolFailure) -> ToolResult {
      let manifest = try RunningApp.find(app).manifest()
      let graph = ModuleGraph(AppGraph(manifest), kinds: Set(Link.Kind.allCases))
      return ToolResult(output: [try graph.text(as: format, showsImplied: false)])
    }
  }
}

extension RunningOptions {
  /// Returns the values of keys.
  ///
  /// - Parameters:
  ///   - subject: The subject of the question.
  ///   - source: The heading of the sources.
  ///   - none: The text if there are no keys.
  fileprivate func settings(
    _ subject: InspectorRequest.Subject, source: String, none: String
  ) throws(ToolFailure) -> ToolResult {
    let app = try find()
    let settings = try app.part(try app.ask(subject).values)
    var table = TextTable(["key", "value", source])
    for setting in settings { table.add(setting.cells) }
    return try result(subject.rawValue, settings, [settings.isEmpty ? none : table.text])
  }
}

extension ConfigurationSetting {
  /// The key, the value and the source for people; a service's type is without its module.
  var cells: [String] {
    [
      key.hasPrefix("\\") ? key.withoutSwiftModules : key, isSecret ? "hidden" : value ?? "–",
      source ?? "default",
    ]
  }
}
