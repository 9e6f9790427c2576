// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Configuration
public import Logging

/// What the framework gives a module: its name, its settings, and ways to reach the others.
public struct ModuleContext: Sendable {
  /// The module's name.
  public let name: ModuleName
  /// The module's logger, with its name as `gantry.module`: labelled as its `log`, unless the app
  /// gives a logger of its own, from which this one is made then.
  public let logger: Logger
  /// Where events are sent and listened to.
  public let events: EventBus
  /// Where routes are called.
  public let router: Router
  /// Services of the modules that have launched.
  public let services: ServiceRegistry
  /// Values that modules share; what is provided here is taken back when the module stops.
  public let values: SharedValues
  /// How and why the app was started, and a way to reach milestones.
  public let launch: Launch
  let configuration: ApplicationConfiguration
  /// Under which name its configuration stands.
  let section: ModuleName
  let findResources: @Sendable () -> ModuleResources
  let results: TaskResults
  /// The task whose body has this context; nil where it is a module's own.
  var task: TaskScope?
  /// What was made for the module's `init` beforehand.
  var prepared: PreparedServices?

  /// Files of the module's target, looked for when this is read: a start looks for none.
  public var resources: ModuleResources { findResources() }

  /// The module's configuration, scoped to its name: key `path` of `Storage` is `Storage.path` in a
  /// file and `STORAGE_PATH` in the environment.
  ///
  /// Read it again after a reload: a reader that was kept shows the values of its time.
  public var config: ConfigReader { configuration.reader(for: name, section: section) }
}
