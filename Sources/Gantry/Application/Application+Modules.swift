// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryServices
internal import Logging

extension Application: ApplicationOfModules, SupervisedApplication {}

extension Application {
  /// The parts that the modules of a run get.
  var parts: RunningModules.Parts {
    RunningModules.Parts(
      events: events, services: services, router: router, hooks: hooks, leaks: leaks,
      supervision: Supervision(self), contexts: contexts)
  }

  /// Makes the contexts of modules of one run.
  func contexts(
    of manifests: ArraySlice<ModuleManifest>, _ results: TaskResults
  ) -> [ModuleContext] {
    let run = ModuleContext.Run(
      events: events, router: router, services: services,
      launch: ModuleContext.Launch(
        options: launchOptions, application: ApplicationReference(self)),
      configuration: configuration, results: results)
    return manifests.map { manifest in
      // One label for a module: that of its `log`.
      var logger = isLoggerGiven ? logger : MacroSupport.logger(manifest.shortName)
      logger[metadataKey: "gantry.module"] = "\(manifest.name)"
      return ModuleContext(
        manifest, logger: logger, values: values.scoped(to: manifest.name), run: run)
    }
  }
}

extension ApplicationReference {
  /// The whole application, while it is there.
  var whole: Application? { application as? Application }
}
