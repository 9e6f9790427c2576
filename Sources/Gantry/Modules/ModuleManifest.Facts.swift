// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ModuleManifest {
  /// The contents of a manifest; the type's name is made at its first use.
  struct Facts: Sendable {
    var name: ModuleName
    let shortName: ModuleName
    let signature: String?
    let kind: Kind
    var type: Any.Type?
    var options: ModuleOptions
    var tasks: [Task]
    let handlers: [Handler]
    var services: [ServiceDeclaration]
    var injections: [ServiceRequest]
    var values: [SharedValueClaim]
    var routes: [RouteDeclaration]
    let runs: [Run]
    /// One at most; most modules have none.
    let shutdown: [Shutdown]
    let declaredAt: String
    let lane: LaunchLane
    let mayInitSuspend: Bool
    let isInitAsynchronous: Bool
    let mayProvisionsSuspend: Bool
    let obtainers: [ServiceObtainer]
    let bindFunction: (@Sendable (ModuleContext) -> ModuleInstance)?
    let resources: @Sendable () -> ModuleResources
    let instantiate: @concurrent @Sendable (ModuleContext) async throws -> ModuleInstance
  }

  /// Keeps the facts once, in however many lists the manifest is.
  final class Box: Sendable {
    let facts: Facts

    init(_ facts: Facts) { self.facts = facts }

    func changed(_ change: (inout Facts) -> Void) -> Box {
      var facts = facts
      change(&facts)
      return Box(facts)
    }
  }
}
