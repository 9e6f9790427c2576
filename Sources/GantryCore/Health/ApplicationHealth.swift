// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantrySupport

/// The health of an application and its modules at one moment.
///
/// | | live | ready |
/// |---|---|---|
/// | the main actor hangs (only ``Application/probe(_:ignoring:within:)`` asks it) | no | no |
/// | something essential has failed | no | no |
/// | the application launches, stops or has stopped | yes | no |
/// | a module that is part of *ready* launches or has failed | yes | no |
/// | a module is degraded, waiting or left out | yes | yes |
public struct ApplicationHealth: Sendable, Hashable {
  /// The state of one module.
  public struct Module: Sendable, Hashable {
    /// The module, or a closure of the app with long-running work.
    public let name: ModuleName
    /// Its state, which includes its health once it has launched.
    public let state: ModuleState
    /// Whether the app cannot run without it.
    public let isEssential: Bool
    /// Whether it launches before the app is ready.
    package let isPartOfReady: Bool
  }

  /// The phase of the application's life.
  public let state: ApplicationReference.State
  /// Its modules, sorted by name.
  public let modules: [Module]
  /// The essential module or task whose failure ended the application; nil if there was none.
  public let failure: LaunchFailed?
  /// For how long the main actor has not responded; nil if it answers, or was not asked.
  package internal(set) var stall: Duration?
  /// The code that holds the main actor meanwhile, as a clause.
  var stallHolder: String?

  /// Creates the health of an application whose modules are sorted by name.
  init(
    _ state: ApplicationReference.State, _ modules: [Module] = [], failure: LaunchFailed? = nil
  ) {
    self.state = state
    self.modules = modules
    self.failure = failure
  }

  /// Accesses the state of a module.
  ///
  /// - Parameter name: The module's name.
  /// - Returns: The state; nil if the application has no such module.
  public subscript(name: ModuleName) -> ModuleState? {
    modules.first { $0.name == name }?.state
  }

  /// Whether the application is free of problems that only a restart of the process could solve.
  package var isLive: Bool { faults.isEmpty }

  /// Whether the application can take requests.
  public var isReady: Bool { isReady(ignoring: []) }

  /// Whether the application can take requests, regardless of problems with some of its modules.
  ///
  /// - Parameter ignored: The modules that aren't needed to take requests.
  package func isReady(ignoring ignored: Set<ModuleName>) -> Bool {
    obstacles(to: .ready, ignoring: ignored).isEmpty
  }

  /// Returns the reasons against a probe, one line each; empty if the answer is yes.
  func obstacles(to probe: HealthProbe, ignoring ignored: Set<ModuleName> = []) -> [String] {
    guard probe == .ready else { return faults }
    let own = state == .ready ? [] : ["the application is \(state)"]
    let missing = modules.filter { module in
      guard module.isPartOfReady, !ignored.contains(module.name) else { return false }
      // An essential module that has failed is already among the faults.
      return module.state == .launching || module.hasFailed && !module.isEssential
    }
    return faults + own + missing.map(\.description)
  }

  private var faults: [String] {
    let lost = modules.filter { $0.hasFailed && $0.isEssential }
    let stall = stall.map { limit in
      "the main actor has not responded for \(limit.text)"
        + (stallHolder.map { ", and is held by \($0)" } ?? "")
    }
    return [stall, failure.map { "\($0.name) is essential: \($0.reason)" }].compactMap(\.self)
      + lost.map(\.description)
  }
}

extension ApplicationHealth.Module: CustomStringConvertible {
  /// Whether it did not launch, or can't do its work.
  fileprivate var hasFailed: Bool {
    switch state {
    case .failed, .launched(.failed): true
    case .waiting, .launching, .launched, .leftOut, .stopped: false
    }
  }

  /// The module and its state: `Mail is degraded: no route to host`.
  public var description: String {
    "\(name) \(state.words(showsHealth: true))" + (state.reason.map { ": \($0)" } ?? "")
  }
}

extension ApplicationHealth: CustomStringConvertible {
  /// The largest number of modules that a line names.
  private static let named = 3

  /// One line: the answers to both probes, and the modules that aren't healthy.
  public var description: String {
    let answer = isReady ? "ready" : isLive ? "not ready" : "not live"
    let obstacles = obstacles(to: .ready)
    let others = modules.filter { $0.state.problem != nil }.map(\.description)
    let lines = obstacles + others.filter { !obstacles.contains($0) }
    let rest = lines.count > Self.named ? ["and \(lines.count - Self.named) more"] : []
    return ([answer] + lines.prefix(Self.named) + rest).joined(separator: "; ")
  }
}

extension ApplicationHealth {
  /// Returns the answer to a probe.
  ///
  /// It contains names of modules and texts of their errors. Serve it only where your orchestrator
  /// reads it, not to the public.
  ///
  /// - Parameters:
  ///   - probe: The question.
  ///   - ignored: The modules that aren't needed to take requests; *live* ignores none.
  package func answer(
    to probe: HealthProbe, ignoring ignored: Set<ModuleName> = []
  ) -> HealthAnswer {
    let obstacles = obstacles(to: probe, ignoring: ignored)
    let body = Body(
      probe: probe.rawValue, ok: obstacles.isEmpty, why: obstacles, state: "\(state)",
      modules: Dictionary(
        modules.map { ($0.name.rawValue, Body.Module($0.state)) },
        uniquingKeysWith: { first, _ in first }))
    return HealthAnswer(
      status: obstacles.isEmpty ? 200 : 503, contentType: "application/json", body: body.json)
  }

  private struct Body: Encodable {
    struct Module: Encodable {
      let state: String
      let why: String?

      init(_ state: ModuleState) {
        self.state = state.name
        why = state.reason
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
      // Texts and booleans can always be encoded.
      return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
  }
}
