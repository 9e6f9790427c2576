// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import GantryCore
internal import GantryLaunch
internal import GantryRouting
internal import GantrySupport

/// `gantry why NAME`: prints the answer of `Application.explain`, down to the cause.
struct WhyCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain whether a module or task runs, and if not, why.",
    discussion: """
      Says whether a module would run at the next launch, and if not, the chain of reasons. For a \
      module that is not in the program, the chain leads from its declaration to the reason. Only a \
      launch knows which tasks failed, timed out, were quarantined or still wait: give its report.
      """)

  @Argument(help: "A module, its type, 'Module.function' or the interceptor 'Module/function'.")
  var name: String

  @OptionGroup var app: AppOptions

  @Option(
    help: ArgumentHelp("The report of a launch, as JSON.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var report: String?

  @Option(help: "Output format: text or json.")
  var format = TextFormat.text

  /// Returns one line, or a JSON object; a name that is not in the program is an error.
  func result() throws(ToolFailure) -> ToolResult {
    let source = try app.source()
    var launch: LaunchReport?
    if let report { launch = try ReportFile.read(report) }
    let (answer, isForecast) = explanation(source, launch)
    var result = ToolResult(
      output: [isForecast ? forecast(answer, source.manifest) : "\(answer)"])
    if isForecast, answer.chain.isEmpty, launch == nil, format == .text {
      result.output.append("For a launch that has happened, add '--report FILE'.")
    }
    if format == .json { result.output = [try ToolJSON.text(of: Answer(answer))] }
    if answer.state == nil { result.exit = .faults }
    return result
  }

  /// An explanation in the JSON.
  private struct Answer: Encodable {
    let schemaVersion = 1
    let name: ModuleName
    let state: String
    let chain: [String]

    init(_ explanation: Explanation) {
      (name, chain) = (explanation.name, explanation.chain.map(\.description))
      state = explanation.state?.name ?? "unknown"
    }
  }

  /// Explains the name by the report if that has it, or else by what the application found before a
  /// launch, which is a forecast for a name that nothing leaves out.
  private func explanation(
    _ source: ManifestSource, _ launch: LaunchReport?
  ) -> (answer: Explanation, isForecast: Bool) {
    let manifest = source.manifest
    let meanings = manifest.meanings(of: name)
    guard meanings.count < 2 else {
      let names = Wording.list(meanings.map(\.part.rawValue), "or")
      let reason = Explanation.Reason("several have that name: ask for \(names)")
      return (Explanation(name: ModuleName(name), state: nil, chain: [reason]), false)
    }
    guard let (entry, part) = meanings.first else {
      let rejected = manifest.rejectedRecords.map { "a record was ignored: \($0)" }
      let missing = manifest.findings?.hasNoRecords == true ? [AppManifest.Findings.noRecords] : []
      let chain = (absence(from: source) + rejected + missing).map { Explanation.Reason($0) }
      return (Explanation(name: ModuleName(name), state: nil, chain: chain), false)
    }
    let interceptor = manifest.interceptor(named: part)?.interceptor
    let isWork = entry.runs.contains { $0.name == part }
    // Interceptors and long-running work share the state of their module.
    let subject = isWork || interceptor != nil ? entry.name : part
    let found = manifest.explanation(of: subject, in: entry, launch)
    let isForecast = found.state == .waiting && launch?.task(named: subject) == nil
    if let interceptor { return (.interceptor(interceptor, of: found), isForecast) }
    guard isWork else { return (found, isForecast) }
    let chain = isForecast ? found.chain : [found.asReason]
    return (Explanation(name: part, state: found.state, chain: chain), isForecast)
  }

  /// Returns whether a module, task or long-running work would run, as a sentence.
  ///
  /// - Parameter answer: Its explanation: it is known, and no condition or list leaves it out.
  private func forecast(_ answer: Explanation, _ manifest: AppManifest) -> String {
    let name = answer.name
    if let (owner, interceptor) = manifest.interceptor(named: name) {
      let faults = answer.chain.dropFirst()
      return faults.isEmpty
        ? "\(name) would be asked about calls of \(interceptor.subject), once \(owner) has launched"
        : "\(name) would not be asked ← \(faults.line)"
    }
    guard answer.chain.isEmpty else {
      return "\(name) would not run ← \(answer.chain.line)"
    }
    let isWork = { (run: AppManifest.Work) in run.name == name }
    if let owner = manifest.modules.first(where: { $0.runs.contains(where: isWork) }) {
      return "\(name) would run, once \(owner.name) has launched"
    }
    guard let plan = try? manifest.graph.launch.plan() else { return "\(name) would run" }
    let order = plan.runOrder.map { plan.tasks[$0] }
    guard
      let number = order.firstIndex(where: { $0.name == name && !$0.isJoin })
        ?? order.firstIndex(where: { $0.owner == name })
    else { return "\(name) would run" }
    if order[number].stage == .onDemand {
      return "\(name) would run on demand, when something asks for it"
    }
    let group = order[number].stage == .first ? ", in the first group" : ""
    return """
      \(name) would run: nothing keeps it back, and in 'gantry plan' it begins as number \
      \(number + 1) of \(order.count)\(group)
      """
  }

  /// Returns where a source file declares a name that the program doesn't have, and why it is lost.
  private func absence(from source: ManifestSource) -> [String] {
    var names = source.manifest.modules.flatMap { $0.parts.map(\.rawValue) }
    if case .program(let program) = source.origin {
      let sources = AppSources(program.description, app)
      let check = RecordCheck(program, source.manifest, sources)
      for site in sources.declarations
      where site.declaration.answers(to: name, in: site.target.name) {
        guard let loss = check.loss(of: site) else { continue }
        let location = sources.location(site.file, site.declaration.line)
        return [
          "the target \(site.target.name) declares it (\(location))",
          loss.cause(site.target.name, program.product),
        ]
      }
      let loose = LooseSources(in: app.packageFolder, besides: program.description).declarations
      for site in loose where site.declaration.answers(to: name) {
        return [
          "\(site.path):\(site.declaration.line) declares it",
          site.cause(program.program?.name ?? program.product),
        ]
      }
      names += (sources.declarations.map(\.declaration) + loose.map(\.declaration)).map(\.module)
    }
    // A name has no path in front, such as its target.
    let last = name.split(separator: "/").last.map(String.init) ?? name
    var near = last != name && names.contains(last) ? [last] : NearNames.of(last, among: names)
    if near.isEmpty, last != name { near = NearNames.of(name, among: names) }
    return ["this program has no record or list entry of that name"]
      + (near.isEmpty ? [] : ["did you mean \(Wording.list(near, "or"))?"])
  }
}

extension AppManifest {
  /// Explains a module or task by a launch, or by what the application found before one.
  fileprivate func explanation(
    of name: ModuleName, in entry: Entry, _ launch: LaunchReport?
  ) -> Explanation {
    if let launch, launch.task(named: name) != nil {
      return Explanation.of(name, in: launch)
    }
    let skipped = findings?.skipped ?? []
    if let own = skipped.first(where: { $0.name == name })
      ?? skipped.first(where: { $0.name == entry.name })
    {
      let chain = own.chain.map { Explanation.Reason($0) }
      return Explanation(name: name, state: .leftOut(because: chain), chain: chain)
    }
    let faults = findings?.faults ?? []
    let own = faults.filter { $0.modules.contains(entry.name) }
    return Explanation(
      name: name, state: .waiting,
      chain: (own.isEmpty ? faults : own).map { Explanation.Reason(Finding.oneLine($0.message)) })
  }

  /// Everything that is skipped, with the reasons: modules, and tasks of modules that aren't.
  var skips: [Skipped] {
    let skipped = findings?.skipped ?? []
    let names = Set(skipped.map(\.name))
    let covered = Set(
      modules.filter { names.contains($0.name) }
        .flatMap { entry in entry.tasks.map(\.name).filter { $0 != entry.name } })
    return skipped.filter { !covered.contains($0.name) }
  }

  /// Returns the interceptor of a module that has a name; nil for one that is a free function, which
  /// has the function's name.
  fileprivate func interceptor(
    named name: ModuleName
  ) -> (owner: ModuleName, interceptor: InterceptorDeclaration)? {
    modules.lazy.filter { $0.name != name }.compactMap { entry in
      entry.interceptors.first { $0.name == name.rawValue }.map { (entry.name, $0) }
    }.first
  }

  /// Returns the modules and their parts that a name may mean: exactly one if it is a full name.
  fileprivate func meanings(of word: String) -> [(entry: Entry, part: ModuleName)] {
    let found = modules.compactMap { entry in entry.part(word).map { (entry, $0) } }
    let exact = found.filter { $0.1.rawValue == word }
    return exact.isEmpty ? found : exact
  }
}

extension AppManifest.Entry {
  /// Returns whether its type has a name, with or without the target.
  func isType(_ word: String) -> Bool {
    type == word || type?.split(separator: ".").last.map(String.init) == word
  }

  /// Its own name, and those of its tasks, its long-running work and its interceptors.
  fileprivate var parts: [ModuleName] {
    [name] + tasks.map(\.name) + runs.map(\.name)
      + interceptors.map { ModuleName($0.name) }.filter { $0 != name }
  }

  /// Returns the full name that a word means: that of the module itself, for its name or its type,
  /// or of a part of it.
  fileprivate func part(_ word: String) -> ModuleName? {
    // In plans, reports and logs, the creation of a module is a separate step.
    let isCreation = kind == .module && name.creation.rawValue == word
    if isType(word) || isCreation { return name }
    return parts.first { $0.rawValue == word }
  }
}
