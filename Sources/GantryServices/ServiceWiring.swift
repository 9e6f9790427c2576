// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Which provider each injected service comes from, decided before anything runs.
///
/// Each type of which a single service is injected has one provider. A regular provider wins over a
/// fallback; among equals a choice decides, and without one it is a fault. Several providers of a
/// type that is injected only as an array, or not at all, are found together. A cycle of injections
/// is not looked for here: it is a cycle of the launch graph, to which each binding adds an edge.
///
/// ```swift
/// let wiring = ServiceWiring.wire(declarations, requests, choices: ["PushService": "Firebase"])
/// guard wiring.faults.isEmpty else { return report(wiring.faults) }
/// ```
public struct ServiceWiring: Hashable, Sendable {
  /// The provider of each type that has exactly one, also where no module injects it.
  public let providers: [ServiceType: ServiceDeclaration]
  /// The providers that are found together: all of a type that is injected as an array, and several
  /// equal ones of which none is injected.
  public let collected: Set<ServiceDeclaration>
  /// One for each request that could be decided, in the order of the requests; for all of a
  /// type, one for each provider.
  public let bindings: [ServiceBinding]
  /// Everything that is wrong, choices first, then by type; empty when the wiring is sound.
  public let faults: [WiringFault]

  /// Binds each request to a provider, and finds all faults at once.
  ///
  /// - Parameters:
  ///   - declarations: The services that are provided, in any order.
  ///   - requests: The services that are injected, in any order.
  ///   - choices: For a type's short or qualified name, the name of the provider to take.
  /// - Returns: The bindings and all faults; a type at fault has no provider.
  /// - Complexity: O(n log n) in declarations and requests when there are no faults.
  public static func wire(
    _ declarations: [ServiceDeclaration], _ requests: [ServiceRequest],
    choices: [String: String] = [:]
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
