// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// How a module is at one moment.
public enum ModuleHealth: Sendable, Hashable {
  /// It launches, or is created anew.
  case starting
  /// It has launched, and its long-running work runs or is over.
  case ready
  /// It goes on, but not as it should: its work has failed and waits to run again, or it says so.
  case degraded(because: String)
  /// It did not launch, its work has failed for good, or it says so.
  case failed(because: String)
  /// It doesn't run, and isn't about to: it was skipped, switched off or shut down, or waits for a
  /// milestone or a demand.
  case stopped

  /// The reason for a state that isn't well; nil for any other.
  public var reason: String? {
    switch self {
    case .degraded(let reason), .failed(let reason): reason
    case .starting, .ready, .stopped: nil
    }
  }

  var state: String {
    switch self {
    case .starting: "starting"
    case .ready: "ready"
    case .degraded: "degraded"
    case .failed: "failed"
    case .stopped: "stopped"
    }
  }
}

extension ModuleHealth: CustomStringConvertible {
  /// The state, with its reason: `degraded: no route to host`.
  public var description: String { state + (reason.map { ": \($0)" } ?? "") }
}

/// A question of an orchestrator, as Kubernetes asks them.
public enum HealthProbe: String, Sendable, Hashable, CaseIterable {
  /// Whether the process works; one that doesn't is to be started anew.
  case live
  /// Whether it can take requests.
  case ready
}

/// How an application and its modules are at one moment.
///
/// | | live | ready |
/// |---|---|---|
/// | the main actor doesn't answer (only ``Application/probe(_:ignoring:within:)`` asks it) | no | no |
/// | something essential has failed | no | no |
/// | the application launches, stops or has stopped | yes | no |
/// | a module that is part of *ready* starts or has failed | yes | no |
/// | a module is degraded, or stopped | yes | yes |
public struct ApplicationHealth: Sendable, Hashable {
  /// How one module is.
  public struct Module: Sendable, Hashable {
    /// The module, or a closure of the app with long-running work.
    public let name: ModuleName
    /// Its health.
    public let health: ModuleHealth
    /// Whether the app cannot run without it.
    public let isEssential: Bool
    /// Whether it launches before the app is ready.
    public let isPartOfReady: Bool
  }

  /// Where the application is in its life.
  public let state: ApplicationReference.State
  /// Its modules, sorted by name.
  public let modules: [Module]
  /// The essential module or task whose failure has ended the application; nil where none has.
  public let failure: LaunchFailed?
  /// For how long the main actor has not answered; nil where it answers, or was not asked.
  public internal(set) var stall: String?

  init(
    _ state: ApplicationReference.State, _ modules: [Module] = [], failure: LaunchFailed? = nil
  ) {
    self.state = state
    self.modules = modules.sorted { $0.name < $1.name }
    self.failure = failure
  }

  /// The health of a module.
  ///
  /// - Parameter name: The module's name.
  /// - Returns: Nil where the application has no such module.
  public subscript(name: ModuleName) -> ModuleHealth? {
    modules.first { $0.name == name }?.health
  }

  /// Whether nothing is wrong that only a new start of the process could help.
  public var isLive: Bool { faults.isEmpty }

  /// Whether the application can take requests.
  public var isReady: Bool { isReady(ignoring: []) }

  /// Whether the application can take requests, whatever is wrong with some of its modules.
  ///
  /// - Parameter ignored: The modules without which requests can be taken.
  public func isReady(ignoring ignored: Set<ModuleName>) -> Bool {
    obstacles(to: .ready, ignoring: ignored).isEmpty
  }

  /// The reasons against a probe, a line each; empty where the answer is yes.
  func obstacles(to probe: HealthProbe, ignoring ignored: Set<ModuleName> = []) -> [String] {
    guard probe == .ready else { return faults }
    let own = state == .ready ? [] : ["the application is \(state)"]
    let missing = modules.filter { module in
      guard module.isPartOfReady, !ignored.contains(module.name) else { return false }
      switch module.health {
      case .starting: return true
      // An essential one is among the faults.
      case .failed: return !module.isEssential
      case .ready, .degraded, .stopped: return false
      }
    }
    return faults + own + missing.map(\.description)
  }

  private var faults: [String] {
    let lost = modules.filter { module in
      if case .failed = module.health { module.isEssential } else { false }
    }
    return [stall, failure.map { "\($0.name) is essential: \($0.reason)" }].compactMap(\.self)
      + lost.map(\.description)
  }
}

extension ApplicationHealth.Module: CustomStringConvertible {
  /// The module and its health: `Mail is degraded: no route to host`.
  public var description: String {
    if case .failed = health { "\(name) has \(health)" } else { "\(name) is \(health)" }
  }
}

extension ApplicationHealth: CustomStringConvertible {
  /// How many modules a line names at most.
  private static let named = 3

  /// One line: the answers to both probes, and the modules that are not well.
  public var description: String {
    let answer = isReady ? "ready" : isLive ? "not ready" : "not live"
    let obstacles = obstacles(to: .ready)
    let others = modules.filter { $0.health.reason != nil }.map(\.description)
    let lines = obstacles + others.filter { !obstacles.contains($0) }
    let rest = lines.count > Self.named ? ["and \(lines.count - Self.named) more"] : []
    return ([answer] + lines.prefix(Self.named) + rest).joined(separator: "; ")
  }
}

/// The answer to a probe, for any HTTP server: copy the three values into a response of yours.
///
/// ```swift
/// router.get("ready") { _, _ in
///   let answer = await application.probe(.ready)
///   return Response(status: .init(code: answer.status), …)
/// }
/// ```
public struct HealthAnswer: Sendable, Hashable {
  /// The status of the response: 200 for yes, 503 for no.
  public let status: Int
  /// The type of the body: `application/json`.
  public let contentType: String
  /// The body: the answer, the reasons against it, and the state of each module.
  public let body: String
}

extension ApplicationHealth {
  /// The answer to a probe.
  ///
  /// It names modules, and the texts of their errors: serve the body where your orchestrator reads it, and
  /// not to everybody.
  ///
  /// - Parameters:
  ///   - probe: The question.
  ///   - ignored: The modules that aren't needed to take requests; *live* ignores none.
  public func answer(
    to probe: HealthProbe, ignoring ignored: Set<ModuleName> = []
  ) -> HealthAnswer {
    let obstacles = obstacles(to: probe, ignoring: ignored)
    let body = Body(
      probe: probe.rawValue, ok: obstacles.isEmpty, why: obstacles, state: "\(state)",
      modules: Dictionary(
        modules.map { ($0.name.rawValue, Body.Module($0.health)) },
        uniquingKeysWith: { first, _ in first }))
    return HealthAnswer(
      status: obstacles.isEmpty ? 200 : 503, contentType: "application/json", body: body.json)
  }

  private struct Body: Encodable {
    struct Module: Encodable {
      let state: String
      let why: String?

      init(_ health: ModuleHealth) {
        state = health.state
        why = health.reason
      }
    }

    let probe: String
    let ok: Bool
    let why: [String]
    let state: String
    let modules: [String: Module]

    var json: String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      // Texts and truth values can always be encoded.
      return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
  }
}
