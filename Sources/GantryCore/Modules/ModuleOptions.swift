// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
public import GantrySupport

/// The options of a module as a whole, as in `@Module(…)`.
public struct ModuleOptions: Sendable {
  /// The module's name; nil takes the type's name without `Module`.
  package var name: ModuleName?
  /// The version of the package that contains the module, for people to read.
  package var version: String?
  /// The package that contains the module, for people to read.
  package var package: String?
  /// The earliest stage in which the module's tasks run.
  package var stage: LaunchStage
  /// Whether the app cannot run without the module.
  package var isEssential: Bool
  /// Whether the module only observes the app, so that nothing depends on it; safe mode never leaves
  /// it out.
  package var observesOnly: Bool
  /// When the module starts to handle events; nil means the same as ``EventStart/afterLaunch``.
  package var events: EventStart?
  /// The dependencies of the whole module.
  package var dependencies: [ModuleDependency]
  /// Of the tasks that could start, the one with the highest priority goes first.
  package var priority: Priority
  /// The conditions that must all hold, or the module is skipped.
  package var conditions: [Condition]
  /// The position in a ``ModuleList``, which decides between equal priorities; 0 without a list.
  var listPosition = 0
  /// The position in a list whose order is binding; nil if the order only breaks ties.
  var orderedAt: String?

  /// Creates the options of a module.
  ///
  /// - Parameters:
  ///   - name: The module's name; nil takes the type's name without `Module`.
  ///   - version: The version of the package that contains the module.
  ///   - package: The package that contains the module.
  ///   - stage: The earliest stage in which the module's tasks run.
  ///   - requires: Modules that must exist and launch before this one.
  ///   - wants: Modules that launch before this one if they are present; their failure is
  ///     tolerated.
  ///   - after: Modules that launch before this one, if both run.
  ///   - before: Modules that launch after this one, if both run.
  ///   - requiredBy: Modules that require this one, declared from this end.
  ///   - wantedBy: Modules that want this one, declared from this end.
  ///   - priority: Of the tasks that could start, the one with the highest priority goes first.
  ///   - essential: Whether the app cannot run without the module.
  ///   - events: When the module starts to handle events; nil means when it has launched.
  ///   - observesOnly: Whether the module only observes the app: it has no services and routes, and
  ///     safe mode never leaves it out.
  ///   - enabled: Conditions that must all hold, or the module is skipped.
  public init(
    name: ModuleName? = nil, version: String? = nil, package: String? = nil,
    stage: LaunchStage = .beforeReady,
    requires: ModuleName..., wants: ModuleName..., after: ModuleName..., before: ModuleName...,
    requiredBy: ModuleName..., wantedBy: ModuleName...,
    priority: Priority = 0, essential: Bool = false, events: EventStart? = nil,
    observesOnly: Bool = false, enabled: Condition...
  ) {
    self.name = name
    self.version = version
    self.package = package
    self.stage = stage
    self.dependencies = ModuleDependency.list(
      requires: requires, wants: wants, after: after, before: before,
      requiredBy: requiredBy, wantedBy: wantedBy)
    self.priority = priority
    self.isEssential = essential
    self.events = events
    self.observesOnly = observesOnly
    self.conditions = enabled
  }
}
