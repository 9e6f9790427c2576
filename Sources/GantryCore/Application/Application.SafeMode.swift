// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantrySupport

extension Application {
  /// Keeps an app that dies while it launches from dying again.
  ///
  /// ```swift
  /// let application = Application(safeMode: Application.SafeMode(file: "\(caches)/launch.journal"))
  /// ```
  ///
  /// The file records the launch tasks, long-running work and handlers of launch events that are
  /// under way, and survives every end of the process. If a launch dies before it has been ready
  /// for ``settlingTime``, the next one leaves out the work that was under way: the suspects. After
  /// ``crashesBeforeEssentialOnly`` crashes in a row without a new suspect, only essential modules run, and
  /// modules that only observe. A suspect is tried again after some launches that survive, which are
  /// twice as many each time it fails again. A problem with the file stops no launch, but the report
  /// has a note of it.
  ///
  /// To run everything again, delete the file, or start once with `GANTRY_SAFE_MODE=reset`.
  public struct SafeMode: Sendable {
    /// The path of the file; its folder must exist, and the app must be allowed to write there.
    package var file: String
    /// The build of the program; safe mode starts over with another build.
    package var build: String
    /// The number of crashes in a row after which work that was under way is left out; for
    /// long-running work, at least two. A process that is killed or hangs counts, too.
    public var crashesBeforeSkippingSuspects = 1
    /// The number of crashes in a row without a new suspect after which only essential modules run.
    public var crashesBeforeEssentialOnly = 3
    /// The number of launches that must survive before a suspect is tried again the first time.
    public var launchesBeforeRetryingSuspects = 3
    /// The time after ready at which a launch has survived.
    public var settlingTime = Duration.seconds(5)
    /// The time after which a launch that has survived and still runs counts as another one; nil
    /// counts each launch once.
    ///
    /// A server is rarely started again, so its suspects wait for time as well as for launches. A
    /// suspect that may be tried again is tried at the next start: nothing joins a running app.
    public var survivalInterval: Duration? = .seconds(600)

    /// Creates a safe mode with its file, which need not exist yet.
    ///
    /// - Parameters:
    ///   - file: The path of the file; its folder must exist.
    ///   - build: The build of the program; safe mode starts over with another build.
    public init(file: String, build: String = Profile.currentBuild) {
      self.file = file
      self.build = build
    }
  }

  /// The effect of safe mode on the current or the last launch, for a page of your own; nil without
  /// safe mode, before the first start, and if its file cannot be used.
  public var safeModeStatus: SafeModeStatus? { safeMode?.status }

  /// Clears the record of failed launches, so that the next launch runs everything.
  ///
  /// A call before the first launch applies to that launch.
  ///
  /// The modules that this launch leaves out stay off until then; ``safeModeStatus`` names them.
  public func resetSafeMode() { safeMode?.reset() }

  /// Reports that the process has been asked to end.
  ///
  /// - Parameter isOverdue: Whether the reason can only be that the launch takes too long.
  package func expectEnd(isOverdue: Bool = false) {
    if isOverdue { safeMode?.overdue() }
    safeMode?.stopping()
  }

  /// Reports that the app goes to the background, where the system may end it at any time, or comes
  /// back.
  package func setBackground(_ isInBackground: Bool) { safeMode?.setBackground(isInBackground) }
}

/// The modules and tasks of an application that do not run in safe mode: pure data.
struct QuarantineSelection {
  /// Why a module or task does not run, by name.
  private(set) var reasons: [ModuleName: OffReason] = [:]
  /// The suspects that run anyway, since something essential needs them.
  private(set) var essentialSuspects: [ModuleName] = []

  init() {}

  /// Selects the modules and tasks that do not run.
  ///
  /// - Parameters:
  ///   - state: The state of safe mode.
  ///   - assembly: The launch graph without safe mode.
  init(_ state: Quarantine, of assembly: LaunchAssembly) {
    guard !state.suspects.isEmpty else { return }
    let needed = Self.nodesOfEssential(assembly.graph)
    let off = Self.modules(of: assembly) { !needed.contains($0) }
    let nodes = Set(assembly.graph.nodes.map(\.name))
    for node in assembly.graph.nodes
    where state.suspects[LaunchJournal.text(of: node.name)] != nil {
      suspect(node.name, in: assembly, needed, mayBeOff: off)
    }
    for manifest in assembly.manifests {
      for work in manifest.recordedWork
      where state.suspects[LaunchJournal.text(of: work.name)] != nil && !nodes.contains(work.name) {
        // Without its work, a module would be launched and do nothing.
        suspect(work.name, instead: manifest.name, mayGo: off.contains(manifest.name))
      }
    }
    guard state.isEssentialOnly else { return }
    let observers = Set(assembly.manifests.lazy.filter(\.options.observesOnly).map(\.name))
    for name in off.subtracting(observers) {
      leaveOut(name, "quarantined with every non-essential module, because launches died")
    }
  }

  private mutating func leaveOut(_ name: ModuleName, _ words: String) {
    reasons[name] = reasons[name] ?? OffReason(.safeMode, words)
  }

  private mutating func suspect(
    _ node: String, in assembly: LaunchAssembly, _ needed: Set<String>, mayBeOff: Set<ModuleName>
  ) {
    guard let work = assembly.work[node] else { return }
    let manifest = assembly.manifests[work.module]
    guard !manifest.options.observesOnly else { return }
    var (name, mayGo) = (manifest.name, mayBeOff.contains(manifest.name))
    if case .task(_, let index) = work, !manifest.launches(with: manifest.tasks[index]) {
      // The module launches without it.
      (name, mayGo) = (ModuleName(node), !needed.contains(node))
    }
    suspect(node, instead: name, mayGo: mayGo)
  }

  private mutating func suspect(_ work: String, instead name: ModuleName, mayGo: Bool) {
    if mayGo {
      leaveOut(name, "quarantined: \(work) was running when the app died")
    } else {
      essentialSuspects.append(ModuleName(work))
    }
  }

  /// The modules and functions whose nodes all meet a condition.
  private static func modules(
    of assembly: LaunchAssembly, where isWanted: (String) -> Bool
  ) -> Set<ModuleName> {
    var names = Set(assembly.manifests.map(\.name))
    for (node, work) in assembly.work where !isWanted(node) {
      names.remove(assembly.manifests[work.module].name)
    }
    return names
  }

  /// The essential nodes, and those that they require.
  private static func nodesOfEssential(_ graph: LaunchGraph) -> Set<String> {
    var requirements: [String: [String]] = [:]
    for node in graph.nodes {
      for edge in node.edges {
        if edge.kind == .requires { requirements[node.name, default: []].append(edge.target) }
        if edge.kind == .requiredBy { requirements[edge.target, default: []].append(node.name) }
      }
    }
    return Set(
      reachedFrom: graph.nodes.lazy.filter(\.isEssential).map(\.name), by: requirements)
  }
}
