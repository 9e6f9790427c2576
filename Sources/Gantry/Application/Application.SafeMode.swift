// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch

extension Application {
  /// Keeps an app that dies while it launches from dying again.
  ///
  /// ```swift
  /// let application = Application(safeMode: Application.SafeMode(file: "\(caches)/launch.journal"))
  /// ```
  ///
  /// The file always records the launch tasks that are under way, and survives every end of the
  /// process. A launch that dies before it has been ready for ``settlingTime`` leads to a step in
  /// the next one. At first, the tasks that were under way are quarantined, then half of the
  /// modules that aren't essential, then all of those. A problem with the file stops no launch, but
  /// the report has a note of it.
  public struct SafeMode: Sendable {
    /// The path of the file; its folder must exist, and the app must be allowed to write there.
    public var file: String
    /// The build of the program; safe mode starts over with another build.
    public var build: String
    /// The number of deaths in a row after which tasks that were under way are quarantined.
    public var deathsBeforeSuspects = 1
    /// The number of deaths in a row after which other modules are also quarantined.
    public var deathsBeforeOthers = 3
    /// The number of launches in a row that must survive before safe mode goes back one level.
    public var survivals = 3
    /// The time after ready at which a launch has survived.
    public var settlingTime = Duration.seconds(5)
    /// Called before the launch if an essential task or module was under way when the app died.
    ///
    /// Such a task cannot be left out, but the closure can put a damaged cache aside, for example.
    /// If the app dies in it, it isn't called again until a launch has survived.
    public var repair: (@Sendable (SafeModeStatus) async -> Void)?

    /// Creates a safe mode with its file, which need not exist yet.
    ///
    /// - Parameters:
    ///   - file: The path of the file; its folder must exist.
    ///   - build: The build of the program; safe mode starts over with another build.
    ///   - repair: Called before the launch if an essential task was under way when the app died.
    ///     The start waits for it without a limit; a stop cancels it.
    public init(
      file: String, build: String = Profile.currentBuild,
      repair: (@Sendable (SafeModeStatus) async -> Void)? = nil
    ) {
      self.file = file
      self.build = build
      self.repair = repair
    }
  }

  /// The effect of safe mode on the current or the last launch; nil without safe mode, before the
  /// first start, and if its file cannot be used.
  public var safeModeStatus: SafeModeStatus? { safeMode?.status }

  /// Forgets all deaths, so that the next launch is an ordinary one; before any launch, that is the
  /// first.
  ///
  /// The modules that this launch leaves out stay off until then; ``safeModeStatus`` names them.
  public func resetSafeMode() { safeMode?.reset() }

  /// Reports that the process has been asked to end, for any reason.
  package func expectEnd() { safeMode?.stopping() }
}

/// The modules and tasks that safe mode keeps from running, and why.
public struct SafeModeStatus: Sendable, Hashable, CustomStringConvertible {
  /// The extent of the modules and tasks that do not run.
  public enum Level: String, Sendable, Hashable, Codable, CaseIterable {
    /// Everything runs.
    case off
    /// Tasks that were under way when the app died, or their modules, do not run.
    case suspects
    /// Half of the modules that aren't essential don't run either.
    case half
    /// Only essential modules run, and those that they require.
    case essentialOnly
  }

  /// The extent of the modules and tasks that do not run.
  public let level: Level
  /// The modules and tasks that do not run, sorted by name; those that require them are also
  /// skipped.
  public let quarantined: [ModuleName]
  /// Tasks and modules that were under way when the app died, but run anyway, since something
  /// essential needs them.
  public let essentialSuspects: [ModuleName]
  /// The number of launches in a row that have died.
  public let deaths: Int

  /// One line for people to read.
  public var description: String {
    guard level != .off || deaths > 0 else { return "safe mode is off" }
    let died = deaths == 1 ? "1 launch died" : "\(deaths) launches in a row died"
    func list(_ names: [ModuleName]) -> String { names.map(\.rawValue).joined(separator: ", ") }
    let off = quarantined.isEmpty ? [] : ["quarantined: \(list(quarantined))"]
    let suspects =
      essentialSuspects.isEmpty ? [] : ["essential, so not quarantined: \(list(essentialSuspects))"]
    return (["safe mode (\(level.rawValue)): \(died)"] + off + suspects).joined(separator: "; ")
  }
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
    guard state.level != .none || !state.suspects.isEmpty else { return }
    let needed = Self.nodesOfEssential(assembly.graph)
    let off = Self.modules(of: assembly) { !needed.contains($0) }
    for node in assembly.graph.nodes
    where state.suspects.contains(LaunchJournal.text(of: node.name)) {
      suspect(node.name, in: assembly, needed, mayBeOff: off)
    }
    switch state.level {
    case .none, .suspects: break
    case .half:
      for (place, name) in off.sorted().enumerated() where place.isMultiple(of: 2) {
        leaveOut(name, "quarantined with half of the modules, because launches died")
      }
    case .essentialOnly:
      for name in off {
        leaveOut(name, "quarantined with every non-essential module, because launches died")
      }
    }
  }

  private mutating func leaveOut(_ name: ModuleName, _ words: String) {
    reasons[name] = reasons[name] ?? OffReason(.safeMode, words)
  }

  private mutating func suspect(
    _ node: String, in assembly: LaunchAssembly, _ needed: Set<String>, mayBeOff: Set<ModuleName>
  ) {
    guard let work = assembly.work[node] else { return }
    let reason = OffReason(
      .safeMode, "quarantined: \(node) was running when the app died")
    let manifest = assembly.manifests[work.module]
    var (name, mayGo) = (manifest.name, mayBeOff.contains(manifest.name))
    if case .task(_, let index) = work, !manifest.launches(with: manifest.tasks[index]) {
      // The module launches without it.
      (name, mayGo) = (ModuleName(node), !needed.contains(node))
    }
    if mayGo { reasons[name] = reason } else { essentialSuspects.append(ModuleName(node)) }
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
