// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

extension ServiceWiring {
  /// The wiring while it is being decided.
  struct Draft {
    private let offers: [ServiceType: [ServiceDeclaration]]
    private let requests: [ServiceRequest]
    /// The types of which a single service is injected.
    private let wanted: Set<ServiceType>
    private var chosen: [ServiceType: String] = [:]
    /// Types that have been faulted already; what follows from a fault is not reported again.
    private var faulted: Set<ServiceType> = []

    private(set) var providers: [ServiceType: ServiceDeclaration] = [:]
    private(set) var collected: Set<ServiceDeclaration> = []
    private(set) var bindings: [ServiceBinding] = []
    private(set) var faults: [WiringFault] = []

    init(declarations: [ServiceDeclaration], requests: [ServiceRequest]) {
      offers = Dictionary(grouping: declarations, by: \.type)
        .mapValues { $0.sorted { ($0.provider, $0.declaredAt) < ($1.provider, $1.declaredAt) } }
      self.requests = requests
      wanted = Set(requests.lazy.filter { $0.kind != .all }.map(\.type))
    }

    /// Resolves the names in the choices to types and providers.
    mutating func apply(_ choices: [String: String]) {
      let known = Set(offers.keys).union(requests.map(\.type)).sorted()
      for (name, provider) in choices.sorted(by: { $0.key < $1.key }) {
        let types = known.filter { $0.isNamed(name) }
        guard let type = types.first else {
          let near = NearNames.of(name, among: known.flatMap { [$0.name, $0.qualifiedName] })
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

    private mutating func choose(_ provider: String, for type: ServiceType) {
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
      for type in offers.keys.sorted() where !faulted.contains(type) {
        var candidates = offers[type, default: []]
        if let provider = chosen[type] { candidates.removeAll { $0.provider != provider } }
        let real = candidates.filter { !$0.isFallback }
        if !real.isEmpty { candidates = real }
        if candidates.count == 1 {
          providers[type] = candidates.first
        } else if !isOneWanted(of: type) {
          // Found together: whoever asks for one of them at run time is told that none is chosen.
          collected.formUnion(candidates)
        } else {
          faults.append(.doubledProvider(type: type, declarations: candidates))
          faulted.insert(type)
        }
      }
    }

    /// Whether a single service of a type is injected, or chosen.
    private func isOneWanted(of type: ServiceType) -> Bool {
      chosen[type] != nil || wanted.contains(type)
    }

    /// All that a request for all of a type gets: fallbacks only where there is nothing else.
    private func all(_ type: ServiceType) -> [ServiceDeclaration] {
      let candidates = offers.filter { type.covers($0.key) }.sorted { $0.key < $1.key }
        .flatMap(\.value)
      let real = candidates.filter { !$0.isFallback }
      return real.isEmpty ? candidates : real
    }

    /// Gives each request for all of a type its providers; nobody waits for itself.
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
      for (type, requests) in missing.sorted(by: { $0.key < $1.key }) {
        faults.append(
          .missingProvider(type: type, requests: requests, near: type.near(among: offers.keys)))
      }
      faults += circles
    }
  }
}

extension ServiceType {
  /// Whether this type, injected as all there are, takes in another one.
  fileprivate func covers(_ other: ServiceType) -> Bool {
    id == other.id && (qualifier == nil || qualifier == other.qualifier)
  }
}
