// SPDX-License-Identifier: Apache-2.0

package import GantryText

/// The provider of each injected service, decided before anything runs.
///
/// A type that is injected as a single service has one provider. A regular provider wins over a
/// fallback; among equals, a choice decides, and without a choice it is a fault. If a type is
/// injected only as an array, or not at all, its providers are found together, unless one of them is
/// a launch task: its value has only its type to be told apart by. A keyed service always has one
/// provider, and one that overrides wins. Cycles of injections are not checked here: each binding
/// adds an edge to the launch graph, which finds its own cycles.
///
/// ```swift
/// let wiring = ServiceWiring.wire(declarations, requests, choices: ["PushService": "Firebase"])
/// guard wiring.faults.isEmpty else { return report(wiring.faults) }
/// ```
package struct ServiceWiring: Hashable, Sendable {
  /// The provider of each type that has exactly one, even if no module injects it.
  package let providers: [ServiceType: ServiceDeclaration]
  /// The providers that are found together: those of a type that is injected as an array, and
  /// several equal ones of a type that isn't injected.
  package let collected: Set<ServiceDeclaration>
  /// One binding for each decided request, in the order of the requests; a request for all services
  /// of a type has one for each provider.
  package let bindings: [ServiceBinding]
  /// All faults, those of choices first, then by type; empty when the wiring is sound.
  package let faults: [WiringFault]

  /// Binds each request to a provider, and finds all faults at once.
  ///
  /// - Parameters:
  ///   - declarations: The services that are provided, in any order.
  ///   - requests: The services that are injected, in any order.
  ///   - choices: The name of the provider to use, by a type's short or qualified name.
  /// - Returns: The bindings and all faults; a type with a fault has no provider.
  /// - Complexity: O(n log n) in declarations and requests when there are no faults.
  package static func wire(
    _ declarations: [ServiceDeclaration], _ requests: [ServiceRequest],
    choices: [String: ModuleName] = [:]
  ) -> ServiceWiring {
    var draft = Draft(declarations: declarations, requests: requests)
    draft.apply(choices)
    draft.pickProviders()
    draft.bindRequests()
    return ServiceWiring(
      providers: draft.providers, collected: draft.collected, bindings: draft.bindings,
      faults: draft.faults)
  }
}

extension ServiceWiring {
  /// The wiring while it is being decided.
  struct Draft {
    private let offers: [ServiceType: [ServiceDeclaration]]
    private let requests: [ServiceRequest]
    /// The types with the same identity, which differ in their qualifiers.
    private let siblings: [ObjectIdentifier: [ServiceType]]
    /// The types that are injected as a single service.
    private let wanted: Set<ServiceType>
    private var chosen: [ServiceType: ModuleName] = [:]
    /// Types that already have a fault; faults that follow from it are not reported.
    private var faulted: Set<ServiceType> = []

    private(set) var providers: [ServiceType: ServiceDeclaration] = [:]
    private(set) var collected: Set<ServiceDeclaration> = []
    private(set) var bindings: [ServiceBinding] = []
    private(set) var faults: [WiringFault] = []

    init(declarations: [ServiceDeclaration], requests: [ServiceRequest]) {
      offers = Dictionary(grouping: declarations, by: \.type)
        .mapValues { $0.sorted { ($0.provider, $0.declaredAt) < ($1.provider, $1.declaredAt) } }
      self.requests = requests
      siblings =
        requests.contains { $0.kind == .all } ? Dictionary(grouping: offers.keys, by: \.id) : [:]
      wanted = Set(requests.lazy.filter { $0.kind != .all }.map(\.type))
    }

    /// Resolves the names in the choices to types and providers.
    mutating func apply(_ choices: [String: ModuleName]) {
      guard !choices.isEmpty else { return }
      let known = Set(offers.keys).union(requests.map(\.type))
        .map { (type: $0, names: [$0.name, $0.qualifiedName]) }
        .sorted { $0.names[1] < $1.names[1] }
      var byName: [String: [ServiceType]] = [:]
      for (type, names) in known {
        for name in Set(names) { byName[name, default: []].append(type) }
      }
      for (name, provider) in choices.sorted(by: { $0.key < $1.key }) {
        let types = byName[ServiceType.withoutAny(name)] ?? []
        guard let type = types.first else {
          let near = NearNames.of(name, among: known.flatMap(\.names))
          faults.append(.choiceForUnknownType(name: name, provider: provider, near: near))
          continue
        }
        guard types.count == 1 else {
          let names = types.map(\.qualifiedName)
          faults.append(.ambiguousChoice(name: name, provider: provider, types: names))
          faulted.formUnion(types)
          continue
        }
        choose(provider, for: type)
      }
    }

    private mutating func choose(_ provider: ModuleName, for type: ServiceType) {
      let declared = offers[type, default: []]
      if let other = chosen[type], other != provider {
        faults.append(.doubledChoice(type: type, providers: [other, provider]))
        faulted.insert(type)
      } else if declared.contains(where: { $0.provider == provider }) {
        chosen[type] = provider
      } else {
        faults.append(
          .choiceNamesNoProvider(type: type, provider: provider, declarations: declared))
        faulted.insert(type)
      }
    }

    /// Finds the one provider of each type.
    mutating func pickProviders() {
      var doubled: [ServiceType: [ServiceDeclaration]] = [:]
      providers.reserveCapacity(offers.count)
      for (type, declared) in offers where !faulted.contains(type) {
        if declared.count == 1, chosen[type].map({ $0 == declared[0].provider }) ?? true {
          providers[type] = declared[0]
          continue
        }
        var candidates = declared
        if let provider = chosen[type] { candidates.removeAll { $0.provider != provider } }
        let overrides = candidates.filter(\.isOverride)
        if !overrides.isEmpty { candidates = overrides }
        let real = candidates.filter { !$0.isFallback }
        if !real.isEmpty { candidates = real }
        if candidates.count == 1 {
          providers[type] = candidates.first
        } else if !type.isKey, !isOneWanted(of: type), !candidates.contains(where: \.isResult) {
          // Found together: a run-time request for one of them fails, since none is chosen.
          collected.formUnion(candidates)
        } else {
          doubled[type] = candidates
        }
      }
      for (type, candidates) in doubled.sorted(by: { $0.key < $1.key }) {
        faults.append(.doubledProvider(type: type, declarations: candidates))
        faulted.insert(type)
      }
    }

    /// Whether a single service of a type is injected, or chosen.
    private func isOneWanted(of type: ServiceType) -> Bool {
      chosen[type] != nil || wanted.contains(type)
    }

    /// The providers for a request for all services of a type: fallbacks only if there is nothing
    /// else.
    private func all(_ type: ServiceType) -> [ServiceDeclaration] {
      let candidates = siblings[type.id, default: []].filter(type.covers).sorted()
        .flatMap { offers[$0] ?? [] }
      let real = candidates.filter { !$0.isFallback }
      return real.isEmpty ? candidates : real
    }

    /// Gives each request for all services of a type its providers; a consumer is never its own
    /// provider.
    private mutating func bindAll(_ request: ServiceRequest) {
      let found = all(request.type)
      collected.formUnion(found)
      let others = found.filter { $0.provider != request.consumer }
      bindings += others.map { ServiceBinding(request: request, provider: $0) }
      if others.isEmpty { bindings.append(ServiceBinding(request: request, provider: nil)) }
    }

    /// Gives each request its provider.
    mutating func bindRequests() {
      var missing: [ServiceType: [ServiceRequest]] = [:]
      var circles: [WiringFault] = []
      for request in requests where request.kind == .all { bindAll(request) }
      for request in requests where request.kind != .all && !faulted.contains(request.type) {
        let provider = providers[request.type]
        if let provider, provider.provider == request.consumer {
          circles.append(.selfInjection(request: request, declaration: provider))
        } else if provider != nil || request.isOptional {
          bindings.append(ServiceBinding(request: request, provider: provider))
        } else {
          missing[request.type, default: []].append(request)
        }
      }
      for (place, (type, requests)) in missing.sorted(by: { $0.key < $1.key }).enumerated() {
        // With thousands of faults, readers fix the first ones and run the check again.
        let near = place < NearNameSearch.wordLimit ? type.near(among: offers.keys) : []
        faults.append(.missingProvider(type: type, requests: requests, near: near))
      }
      faults += circles
    }
  }
}

extension ServiceType {
  /// Whether this type, when all its services are injected, includes another one.
  fileprivate func covers(_ other: ServiceType) -> Bool {
    id == other.id && (qualifier == nil || qualifier == other.qualifier)
  }
}
