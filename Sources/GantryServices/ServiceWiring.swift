// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// The provider of each injected service, decided before anything runs.
///
/// A type that is injected as a single service has one provider. A regular provider wins over a
/// fallback; several equal ones are a fault. If a type is injected only as an array, or not at all, its
/// providers are found together, unless one of them is a task's result, because results have no
/// qualifier. A keyed service always has one provider, and one that overrides wins. Cycles of injections are not checked here: each binding
/// adds an edge to the launch graph, which finds its own cycles.
///
/// ```swift
/// let wiring = ServiceWiring.wire(declarations, requests)
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
  /// All faults, by type; empty when the wiring is sound.
  package let faults: [Fault]

  /// Binds each request to a provider, and finds all faults at once.
  ///
  /// - Parameters:
  ///   - declarations: The services that are provided, in any order.
  ///   - requests: The services that are injected, in any order.
  /// - Returns: The bindings and all faults; a type with a fault has no provider.
  /// - Complexity: O(n log n) in declarations and requests when there are no faults.
  package static func wire(
    _ declarations: [ServiceDeclaration], _ requests: [ServiceRequest]
  ) -> ServiceWiring {
    var draft = Draft(declarations: declarations, requests: requests)
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
    /// Types that already have a fault; faults that follow from it are not reported.
    private var faulted: Set<ServiceType> = []

    private(set) var providers: [ServiceType: ServiceDeclaration] = [:]
    private(set) var collected: Set<ServiceDeclaration> = []
    private(set) var bindings: [ServiceBinding] = []
    private(set) var faults: [Fault] = []

    init(declarations: [ServiceDeclaration], requests: [ServiceRequest]) {
      offers = Dictionary(grouping: declarations, by: \.type)
        .mapValues { $0.sorted { ($0.provider, $0.declaredAt) < ($1.provider, $1.declaredAt) } }
      self.requests = requests
      siblings =
        requests.contains { $0.kind == .all } ? Dictionary(grouping: offers.keys, by: \.id) : [:]
      wanted = Set(requests.lazy.filter { $0.kind != .all }.map(\.type))
    }

    /// Finds the one provider of each type.
    mutating func pickProviders() {
      var doubled: [ServiceType: [ServiceDeclaration]] = [:]
      providers.reserveCapacity(offers.count)
      for (type, declared) in offers {
        if declared.count == 1 {
          providers[type] = declared[0]
          continue
        }
        var candidates = declared
        let overrides = candidates.filter(\.isOverride)
        if !overrides.isEmpty {
          // They would clash as soon as the override is off.
          let replaced = candidates.filter { !$0.isOverride }
          if type.isKey, replaced.count > 1 {
            doubled[type] = replaced
            continue
          }
          candidates = overrides
        }
        let real = candidates.filter { !$0.isFallback }
        if !real.isEmpty { candidates = real }
        if candidates.count == 1 {
          providers[type] = candidates.first
        } else if !type.isKey, !wanted.contains(type), !candidates.contains(where: \.isResult) {
          // Found together: a run-time request for one of them fails, since it is undecided.
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
      var circles: [Fault] = []
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
      for (index, (type, requests)) in missing.sorted(by: { $0.key < $1.key }).enumerated() {
        // With thousands of faults, readers fix the first ones and run the check again.
        let near = index < NearNameSearch.wordLimit ? type.near(among: offers.keys) : []
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
