// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Configuration
public import Logging

/// What the framework gives a module: its name, its settings, and ways to reach the others.
public struct ModuleContext: Sendable {
  /// What all modules of a run have in common.
  final class Run: Sendable {
    let events: EventBus
    let router: Router
    let services: ServiceRegistry
    let launch: Launch
    let configuration: ApplicationConfiguration
    let results: TaskResults

    init(_ application: Application, _ results: TaskResults) {
      events = application.events
      router = application.router
      services = application.services
      launch = Launch(
        options: application.launchOptions, application: ApplicationReference(application))
      configuration = application.configuration
      self.results = results
    }
  }

  /// What one module has for itself; a class, as each function that is bound to the module keeps its
  /// context.
  private final class Own: Sendable {
    let manifest: ModuleManifest
    let logger: Logger
    let values: SharedValues
    let run: Run

    init(_ manifest: ModuleManifest, logger: Logger, values: SharedValues, run: Run) {
      self.manifest = manifest
      self.logger = logger
      self.values = values
      self.run = run
    }
  }

  private let own: Own
  /// The task whose body has this context; nil where it is a module's own.
  var task: TaskScope?
  /// What was made for the module's `init` beforehand.
  var prepared: PreparedServices?

  init(_ manifest: ModuleManifest, logger: Logger, values: SharedValues, run: Run) {
    own = Own(manifest, logger: logger, values: values, run: run)
  }

  /// The module's name.
  public var name: ModuleName { own.manifest.name }
  /// The module's logger, with its name as `gantry.module`: labelled as its `log`, unless the app
  /// gives a logger of its own, from which this one is made then.
  public var logger: Logger { own.logger }
  /// Where events are sent and listened to.
  public var events: EventBus { own.run.events }
  /// Where routes are called.
  public var router: Router { own.run.router }
  /// Services of the modules that have launched.
  public var services: ServiceRegistry { own.run.services }
  /// Values that modules share; what is provided here is taken back when the module stops.
  public var values: SharedValues { own.values }
  /// How and why the app was started, and a way to reach milestones.
  public var launch: Launch { own.run.launch }

  var configuration: ApplicationConfiguration { own.run.configuration }
  /// Under which name its configuration stands.
  var section: ModuleName { own.manifest.section }
  var results: TaskResults { own.run.results }

  /// Files of the module's target, looked for when this is read: a start looks for none.
  public var resources: ModuleResources { own.manifest.resources() }

  /// The module's configuration, scoped to its name: key `path` of `Storage` is `Storage.path` in a
  /// file and `STORAGE_PATH` in the environment.
  ///
  /// Read it again after a reload: a reader that was kept shows the values of its time.
  public var config: ConfigReader { configuration.reader(for: name, section: section) }
}
