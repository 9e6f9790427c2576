// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry
internal import GantryLaunch

/// A manifest by names and types, made once: a search for each module through all modules takes the
/// square of their number.
struct ManifestIndex {
  /// The entries by name.
  let entries: [String: Manifest.Entry]
  /// The tasks that return a type, with their modules.
  private(set) var producers: [String: [(task: String, module: String)]] = [:]
  /// The modules that take a result of a type.
  private(set) var takers: [String: [(module: String, isOptional: Bool)]] = [:]
  /// The modules that inject a type.
  private(set) var injectors: [String: [(module: String, kind: ServiceRequest.Kind?)]] = [:]
  /// The modules that declare an edge to a name.
  private(set) var speakers: [String: [(module: String, kind: LaunchEdge.Kind)]] = [:]
  /// The modules that hear an event, by its name.
  private(set) var hearers: [String: [String]] = [:]
  private var offers: [String: [(module: String, isFallback: Bool)]] = [:]

  init(_ manifest: Manifest) {
    entries = Dictionary(
      manifest.modules.map { ($0.name.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in manifest.modules { add(entry, entry.name.rawValue) }
  }

  private mutating func add(_ entry: Manifest.Entry, _ name: String) {
    for service in entry.provides {
      offers[service.type, default: []].append((name, service.isFallback ?? false))
    }
    for request in entry.injects {
      injectors[request.type, default: []].append((name, request.kind))
    }
    for edge in entry.dependencies + entry.tasks.flatMap(\.dependencies) {
      speakers[edge.target.rawValue, default: []].append((name, edge.kind))
    }
    for task in entry.tasks {
      if let type = task.returns {
        let producer = entry.kind == .module ? task.name.rawValue : name
        producers[type, default: []].append((producer, name))
      }
      for input in task.takes {
        takers[input.type, default: []].append((name, input.isOptional))
      }
    }
    for event in Set(entry.handlers.map(\.event)) { hearers[event, default: []].append(name) }
  }

  /// The providers of an injected service: the regular ones, or without any the fallbacks.
  ///
  /// There are several only where a list decides, or where a module injects all of the type.
  func providers(of type: String) -> [String] {
    let offers = offers[type] ?? []
    let first = offers.filter { !$0.isFallback }
    return (first.isEmpty ? offers : first).map(\.module)
  }
}

extension Manifest.Entry {
  /// When it is created: a module with tasks on demand alone, when one of them is asked for.
  var launchStage: LaunchStage {
    let isOnDemand = !tasks.isEmpty && tasks.allSatisfy { $0.stage == .onDemand }
    return isOnDemand ? .onDemand : stage
  }
}
