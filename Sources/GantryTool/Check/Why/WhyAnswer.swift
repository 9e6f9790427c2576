// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Gantry
internal import GantryLaunch
internal import GantryText

/// The explanation of a module's or task's state.
struct WhyAnswer: Encodable {
  /// The version of the JSON format.
  static let currentSchemaVersion = 1

  /// The state of a module or task, as far as it can be seen from outside.
  enum State: String, Encodable {
    /// The name is unknown.
    case unknown
    /// The source declares it, but it isn't in the program.
    case notLinked
    /// It is in the program, and nothing keeps it from running.
    case ready
    /// It is in the program, but faults keep the whole application from starting.
    case faulty
    case skipped, launching, waiting, launched, failed, stopped
  }

  let schemaVersion = Self.currentSchemaVersion
  let name: String
  let state: State
  /// The chain from the nearest reason to the cause, or facts about a module or task that may run.
  let chain: [String]
  /// Whether each entry of the chain is a separate fact.
  private let areFacts: Bool

  private enum CodingKeys: String, CodingKey { case schemaVersion, name, state, chain }

  /// Finds the answer.
  ///
  /// - Parameters:
  ///   - name: A module, its type, or a task.
  ///   - source: The manifest of the app.
  ///   - report: The report of a launch of the app.
  ///   - options: The options that locate the app's package.
  init(
    _ name: String, _ source: ManifestSource, _ report: LaunchReport?, _ options: AppOptions
  ) throws(ToolFailure) {
    let manifest = source.manifest
    // In plans, reports and logs, the creation of a module is a separate step.
    let asked =
      manifest.modules.contains { $0.answers(to: name) }
      ? name : manifest.module(createdBy: name)?.rawValue ?? name
    let entries = manifest.entries(answeringTo: asked)
    if entries.count > 1 {
      self.name = asked
      state = .unknown
      let names = Wording.list(entries.map(\.name.rawValue), "or")
      chain = ["several have that name: ask for \(names)"]
      areFacts = false
      return
    }
    if let entry = entries.first {
      let task = entry.tasks.first { entry.kind == .module && entry.spells(asked, $0.name) }
      let run = task == nil ? entry.runs?.first { entry.spells(asked, $0.name) } : nil
      let known = task?.name.rawValue ?? entry.name.rawValue
      let launched = report.flatMap { Self.answer(known, entry, in: $0) }
      let (state, chain) = launched ?? Self.answer(known, entry, manifest)
      self.name = run?.name.rawValue ?? known
      self.state = state
      // Long-running work has the state of its module.
      self.chain = (run.map { [$0.text(of: entry)] } ?? []) + chain
      // A launch shows why something is waiting now; a manifest only shows what it will wait for.
      areFacts = [.ready, .faulty].contains(state) || (state == .waiting && launched == nil)
      return
    }
    let search = try AbsentModule(name, source, options)
    self.name = search.name
    state = search.isDeclared ? .notLinked : .unknown
    chain = search.chain
    areFacts = false
  }

  /// Returns the answer of a launch; nil if the launch doesn't contain the name.
  private static func answer(
    _ name: String, _ entry: AppManifest.Entry, in report: LaunchReport
  ) -> (State, [String])? {
    guard report.task(named: name) != nil else { return nil }
    let explanation = Application.explain(ModuleName(name), in: report)
    let state = State(rawValue: explanation.state.rawValue) ?? .ready
    return (state, explanation.chain)
  }

  /// Returns the answer of the manifest.
  private static func answer(
    _ name: String, _ entry: AppManifest.Entry, _ manifest: AppManifest
  ) -> (State, [String]) {
    guard let findings = manifest.findings else {
      return (.ready, ["the manifest does not say what is skipped or faulty"])
    }
    if let skipped = findings.skipped.first(where: { $0.name.rawValue == name })
      ?? findings.skipped.first(where: { $0.name == entry.name })
    {
      return (.skipped, SkipChains(manifest).words(of: skipped, askedFor: name))
    }
    if !findings.faults.isEmpty {
      let own = findings.faults.filter { $0.modules?.contains(entry.name) == true }
      let faults = own.isEmpty ? findings.faults : own
      return (
        .faulty, faults.map { Finding.oneLine($0.message) }
      )
    }
    let isWaiting = entry.task(named: name)?.milestone != nil
    return (isWaiting ? .waiting : .ready, Self.course(of: name, entry, in: manifest.graph))
  }

  /// Returns the stage and the dependencies.
  private static func course(
    of name: String, _ entry: AppManifest.Entry, in graph: AppManifest.Graph
  ) -> [String] {
    let isTask = entry.task(named: name) != nil
    let nodes = graph.nodes.filter { node in
      isTask ? node.name == name : node.owner == entry.name && node.role != .task
    }
    let stage = nodes.first?.stage ?? entry.stage
    return ["stage \(stage.rawValue)"]
      + nodes.flatMap { $0.dependencies + $0.idle }.compactMap(\.course)
  }

  /// The answer as text.
  var text: [String] {
    let words =
      switch state {
      case .unknown: "is not known"
      case .notLinked: "is not in the program"
      case .ready: "is in the program, and nothing keeps it from running"
      case .faulty: "is in the program, but the application cannot start"
      case .launching: "is still launching"
      case .failed: "did not launch"
      case .skipped, .waiting, .launched, .stopped: "is \(state.rawValue)"
      }
    if areFacts {
      return ["\(name) \(words)"] + chain.map { "  \($0)" }
    }
    return [(["\(name) \(words)"] + chain).joined(separator: " ← ")]
  }
}

extension LaunchEdge {
  /// The dependency as a line of an answer.
  ///
  /// It is nil for a part of a module's own launch, and for an edge that another module or task
  /// declares.
  fileprivate var course: String? {
    switch reason {
    case .owner, .part: nil
    case .milestone: "runs when milestone \(target) is reached"
    case .service(let type, _): "injects \(type)"
    case .result(let type): "takes \(type) of \(target)"
    default: kind.isReversed ? nil : "\(kind.rawValue) \(target)"
    }
  }
}

extension AppManifest {
  /// Returns the entries that a name may mean: exactly one if it is an entry's full name.
  func entries(answeringTo word: String) -> [Entry] {
    let named = modules.filter { $0.isNamed(word) }
    return named.isEmpty ? modules.filter { $0.answers(to: word) } : named
  }
}

extension AppManifest {
  /// Returns the module whose creation a name refers to; nil if there is none.
  fileprivate func module(createdBy name: String) -> ModuleName? {
    modules.first { $0.kind == .module && $0.name.creation.rawValue == name }?.name
  }
}

extension AppManifest.Entry {
  /// Returns the task with the given name, or the only task of a function.
  func task(named name: String) -> AppManifest.Task? {
    kind == .function ? tasks.first : tasks.first { $0.name.rawValue == name }
  }

  /// Returns whether a name on the command line refers to this entry or to one of its tasks.
  func answers(to word: String) -> Bool {
    isNamed(word) || names.contains(word) || parts.contains { spells(word, $0) } || isType(word)
  }

  /// Returns whether its type has a name, with or without the target.
  func isType(_ word: String) -> Bool {
    type == word || type?.split(separator: ".").last.map(String.init) == word
  }

  /// Returns whether this is its full name, or that of one of its parts.
  fileprivate func isNamed(_ word: String) -> Bool {
    name.rawValue == word || parts.contains { $0.rawValue == word }
  }

  /// The names of its tasks and its long-running work.
  private var parts: [ModuleName] { tasks.map(\.name) + (runs ?? []).map(\.name) }

  /// Returns whether a word names a part, with any of the entry's own names in front.
  fileprivate func spells(_ word: String, _ part: ModuleName) -> Bool {
    let function = part.rawValue.dropFirst(name.rawValue.count)
    return part.rawValue == word || names.contains { word == $0 + function }
  }

  /// The names that other entries may have, too.
  fileprivate var names: [String] {
    let short = (shortName ?? name).rawValue
    return [short, "\(target)/\(short)"]
  }
}

extension AppManifest.Run {
  /// Returns the owner of the work, and when it restarts.
  fileprivate func text(of entry: AppManifest.Entry) -> String {
    "long-running work of \(entry.name), restarts: \(restart.rawValue)"
  }
}
