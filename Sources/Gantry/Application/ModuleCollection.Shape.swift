// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Logging
internal import Synchronization

extension ModuleCollection {
  /// What a run is made of; it is replaced as a whole when modules are added. Those that were there
  /// keep their indices.
  final class Shape: Sendable {
    let assembly: LaunchAssembly
    /// The plan of all that is there.
    let plan: LaunchPlan
    let contexts: [ModuleContext]
    /// The place of each node in the order of launching: what was added comes behind the rest.
    let places: [String: Int]

    /// The shape of a run that begins.
    init(_ assembly: LaunchAssembly, _ plan: LaunchPlan, contexts: [ModuleContext]) {
      self.assembly = assembly
      self.plan = plan
      self.contexts = contexts
      places = Dictionary(
        plan.tasks.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The shape of a run to which modules were added.
    init(
      _ assembly: LaunchAssembly, _ plan: LaunchPlan, contexts: [ModuleContext], after base: Shape
    ) {
      self.assembly = assembly
      self.plan = plan
      self.contexts = base.contexts + contexts
      var places = base.places
      for task in plan.tasks where places[task.name] == nil { places[task.name] = places.count }
      self.places = places
    }

    /// The place of a module by that of its start.
    func place(of module: Int) -> Int {
      places[LaunchAssembly.head(of: assembly.manifests[module])] ?? .max
    }

    /// The place of a module by that of its creation.
    func placeOfCreation(of module: Int) -> Int {
      places[LaunchAssembly.creation(of: assembly.manifests[module])] ?? 0
    }
  }

  /// Takes modules that were added, behind those that are there.
  ///
  /// - Parameters:
  ///   - assembly: All modules; those that were there come first, in the same order.
  ///   - plan: The plan of all.
  ///   - application: The application that they belong to.
  func extend(_ assembly: LaunchAssembly, _ plan: LaunchPlan, application: Application) {
    shapes.withLock { shape in
      let new = assembly.manifests[shape.assembly.manifests.count...]
      shape = Shape(
        assembly, plan, contexts: Self.contexts(of: new, application, results), after: shape)
    }
    services.extend(by: [], order: shape.places)
  }

  static func contexts(
    of manifests: ArraySlice<ModuleManifest>, _ application: Application, _ results: TaskResults
  ) -> [ModuleContext] {
    let run = ModuleContext.Run(application, results)
    return manifests.map { manifest in
      // One label for a module: that of its `log`.
      var logger =
        application.isLoggerGiven ? application.logger : MacroSupport.logger(manifest.shortName)
      logger[metadataKey: "gantry.module"] = "\(manifest.name)"
      return ModuleContext(
        manifest, logger: logger,
        values: application.values.scoped(to: manifest.name.rawValue), run: run)
    }
  }
}
