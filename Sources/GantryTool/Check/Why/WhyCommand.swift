// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import Gantry
internal import GantryLaunch
internal import GantryText

/// `gantry why NAME`: shows one chain of reasons, down to the cause.
struct WhyCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain whether a module or task runs, and if not, why.",
    discussion: """
      The chain leads from the symptom to the cause: not linked, its record not in the program, \
      not in the module list, a condition that does not hold, or a requirement that is missing or \
      skipped. Only a launch knows which tasks failed, timed out, were quarantined or still wait: \
      give its report.
      """)

  @Argument(help: "A module, its type, or a task or long-running work as 'Module.function'.")
  var name: String

  @OptionGroup var app: AppOptions

  @Option(
    help: ArgumentHelp("The report of a launch, as JSON.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var report: String?

  @Option(help: "Output format: text or json.")
  var format = TextFormat.text

  /// Returns one line, or a JSON object; an unknown name is an error.
  func result() throws(ToolFailure) -> ToolResult {
    let source = try app.source()
    var launch: LaunchReport?
    if let report { launch = try ReportFile.read(report) }
    let answer = try WhyAnswer(name, source, launch, app)
    var result = ToolResult(
      output: format == .text ? answer.text : [try ToolJSON.text(of: answer)])
    if answer.state == .unknown { result.exit = .faults }
    return result
  }
}

/// A search for a module that isn't in an app's manifest.
struct AbsentModule {
  /// The module's name, as far as it is known.
  let name: String
  /// Whether a source file declares the module.
  let isDeclared: Bool
  /// The chain from the nearest reason to the cause.
  let chain: [String]

  init(
    _ name: String, _ source: ManifestSource, _ options: AppOptions
  ) throws(ToolFailure) {
    self.name = name
    let manifest = source.manifest
    let rejected = manifest.rejectedRecords.map { "a record was ignored: \($0)" }
    var declared: [String] = []
    if case .program(let app) = source.origin {
      let sources = AppSources(app.description, options)
      let loose = LooseSources(in: options.packageFolder, besides: app.description)
      let found =
        Self.loss(of: name, sources, RecordCheck(app, manifest, sources), app)
        ?? Self.loss(of: name, loose, app)
      if let found {
        isDeclared = true
        chain = found + rejected
        return
      }
      declared =
        sources.declarations.map(\.declaration.module)
        + loose.declarations.map(\.declaration.module)
    }
    isDeclared = false
    let names = manifest.modules.flatMap { entry in
      ([entry.name] + entry.tasks.map(\.name) + (entry.runs ?? []).map(\.name)).map(\.rawValue)
    }
    let near = NearNames.of(name, among: names + declared)
    chain =
      ["no module, function or task of \(source.name) has that name"]
      + (near.isEmpty ? [] : ["did you mean \(Wording.list(near, "or"))?"]) + rejected
  }

  /// Returns the reasons why a target of the build loses the module; nil if no target declares it.
  private static func loss(
    of name: String, _ sources: AppSources, _ check: RecordCheck, _ app: BuiltApp
  ) -> [String]? {
    let place = sources.declarations.first {
      $0.declaration.answers(to: name, in: $0.target.name)
    }
    guard let place, let loss = check.loss(of: place) else { return nil }
    let target = place.target.name
    return [
      "the target \(target) declares it (\(sources.place(place.file, place.declaration.line)))",
      loss.cause(target, app.product).withoutStop,
    ]
  }

  /// Returns the reasons why a declaration outside of all targets takes no part; nil if no such
  /// file has it.
  private static func loss(
    of name: String, _ loose: LooseSources, _ app: BuiltApp
  ) -> [String]? {
    guard let place = loose.declarations.first(where: { $0.declaration.answers(to: name) })
    else { return nil }
    return [
      "\(place.path):\(place.declaration.line) declares it",
      place.cause(app.program?.name ?? app.product),
    ]
  }
}

extension String {
  fileprivate var withoutStop: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension AppManifest {
  /// Everything that is skipped, with the reasons: modules, and tasks of modules that aren't.
  var skips: [(name: String, chain: [String])] {
    let skipped = findings?.skipped ?? []
    let names = Set(skipped.map(\.name))
    let covered = Set(
      modules.filter { names.contains($0.name) }
        .flatMap { entry in entry.tasks.map(\.name).filter { $0 != entry.name } })
    let chains = SkipChains(self)
    return skipped.filter { !covered.contains($0.name) }.map { item in
      (item.name.rawValue, chains.words(of: item, askedFor: item.name.rawValue))
    }
  }
}

/// The reasons why parts of an app are skipped, from the launch graph in its manifest.
struct SkipChains {
  private let nodes: [String: AppManifest.Graph.Node]
  private var links: [String: [LaunchSkip]]

  init(_ manifest: AppManifest) {
    nodes = Dictionary(
      manifest.graph.nodes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    links = nodes.compactMapValues { node in
      node.off.map { [LaunchSkip(node.name, .disabled($0))] }
    }
    // A graph with faults has no plan. Only the parts that are disabled themselves are known then.
    guard let plan = try? manifest.graph.launch.plan(policy: .fifo) else { return }
    for task in plan.tasks where !task.skipped.isEmpty { links[task.name] = task.skipped }
  }

  /// Returns the reasons why something is skipped, from the nearest reason to the cause, with the
  /// source location of a condition.
  ///
  /// - Parameters:
  ///   - skipped: The application's own record of the skip.
  ///   - name: The module or task that the user asked about.
  func words(of skipped: AppManifest.Skipped, askedFor name: String) -> [String] {
    guard let chain = links[skipped.name.rawValue] else { return skipped.chain }
    return chain.compactMap { link in
      switch link.reason {
      // The dependency of a module on its own creation isn't in anyone's source.
      case .requires(let other) where part(other) == part(link.task): nil
      case .disabled(let reason) where reason.cause == .condition:
        link.text(askedFor: name, part) + (nodes[link.task].map { " (\($0.declaredAt))" } ?? "")
      default: link.text(askedFor: name, part)
      }
    }
  }

  /// The name by which a user knows a node.
  private func part(_ node: String) -> String { nodes[node]?.writtenName ?? node }
}
