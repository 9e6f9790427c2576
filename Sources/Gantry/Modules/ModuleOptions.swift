// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
public import GantryText

/// The options of a module as a whole, as in `@Module(…)`.
public struct ModuleOptions: Sendable {
  /// The module's name; nil takes the type's without `Module`.
  public var name: ModuleName?
  /// The version of the package that brings the module, for people to read.
  public var version: String? {
    get { rareVersion }
    set { rareVersion = newValue }
  }
  @Rare private var rareVersion: String?
  /// The package that brings the module, for people to read.
  public var package: String? {
    get { rarePackage }
    set { rarePackage = newValue }
  }
  @Rare private var rarePackage: String?
  /// The earliest stage in which the module's tasks run.
  public var stage: LaunchStage
  /// Whether the app cannot run without the module.
  public var isEssential: Bool
  /// From when on the module handles events; nil, as ``EventStart/afterLaunch``, when it has launched.
  public var events: EventStart?
  /// Edges of the whole module.
  public var dependencies: [ModuleDependency]
  /// Breaks ties in launch order: the highest first.
  public var priority: Priority
  /// All must hold, or the module is skipped.
  public var conditions: [Condition]
  /// The place in a ``ModuleList``, which decides between equal priorities; 0 without a list.
  var listPosition = 0
  /// The position in a list whose order holds; nil where the order only breaks ties.
  @Rare var orderedAt: String?

  /// Makes the options of a module.
  ///
  /// - Parameters:
  ///   - name: The module's name; nil takes the type's without `Module`.
  ///   - version: The version of the package that brings the module.
  ///   - package: The package that brings the module.
  ///   - stage: The earliest stage in which the module's tasks run.
  ///   - requires: Must exist and have launched first.
  ///   - wants: Launch first if they are there; their failure is tolerated.
  ///   - after: Order only: first, if both run.
  ///   - before: Order only: this module first, if both run.
  ///   - requiredBy: `requires` declared from the other end.
  ///   - wantedBy: `wants` declared from the other end.
  ///   - priority: Breaks ties in launch order: the highest first.
  ///   - essential: Whether the app cannot run without the module.
  ///   - events: From when on the module handles events; nil when it has launched.
  ///   - enabled: Conditions; all must hold, or the module is skipped.
  public init(
    name: ModuleName? = nil, version: String? = nil, package: String? = nil,
    stage: LaunchStage = .beforeReady,
    requires: ModuleName..., wants: ModuleName..., after: ModuleName..., before: ModuleName...,
    requiredBy: ModuleName..., wantedBy: ModuleName...,
    priority: Priority = 0, essential: Bool = false, events: EventStart? = nil,
    enabled: Condition...
  ) {
    self.name = name
    rareVersion = version
    rarePackage = package
    self.stage = stage
    self.dependencies = ModuleDependency.list(
      requires: requires, wants: wants, after: after, before: before,
      requiredBy: requiredBy, wantedBy: wantedBy)
    self.priority = priority
    self.isEssential = essential
    self.events = events
    self.conditions = enabled
  }
}

/// An edge as a module or task declares it: its kind and its other end.
public struct ModuleDependency: Sendable, Hashable, Codable {
  /// The kind of the edge: order only, wanted, or required; from this end or from the other.
  public let kind: LaunchEdge.Kind
  /// The module, task or milestone at the other end.
  public let target: ModuleName
  /// Where the edge was declared, if that is not where its module or task is.
  public let declaredAt: String?

  /// Makes an edge.
  ///
  /// - Parameters:
  ///   - kind: The kind of the edge.
  ///   - target: The module, task or milestone at the other end.
  ///   - declaredAt: Where it was declared; nil is where its module or task is.
  public init(_ kind: LaunchEdge.Kind, _ target: ModuleName, declaredAt: String? = nil) {
    self.kind = kind
    self.target = target
    self.declaredAt = declaredAt
  }

  /// The same edge to another end.
  func leading(to target: ModuleName) -> Self {
    Self(kind, target, declaredAt: declaredAt)
  }

  static func list(
    requires: [ModuleName], wants: [ModuleName], after: [ModuleName], before: [ModuleName],
    requiredBy: [ModuleName], wantedBy: [ModuleName]
  ) -> [ModuleDependency] {
    // Many modules state none.
    guard
      !(requires.isEmpty && wants.isEmpty && after.isEmpty && before.isEmpty
        && requiredBy.isEmpty && wantedBy.isEmpty)
    else { return [] }
    let groups: [(LaunchEdge.Kind, [ModuleName])] = [
      (.requires, requires), (.wants, wants), (.after, after), (.before, before),
      (.requiredBy, requiredBy), (.wantedBy, wantedBy),
    ]
    return groups.flatMap { kind, names in names.map { ModuleDependency(kind, $0) } }
  }
}

/// The options of a provided service, as in `@Provides(…)`.
public struct ProvideOptions: Sendable {
  /// Which of several services of the type; nil is the one without a qualifier.
  public var qualifier: ServiceQualifier?
  /// How long one instance is handed out.
  public var scope: ServiceScope
  /// Whether the service is used only where no other module provides one.
  public var isFallback: Bool

  /// Makes the options of a provided service.
  ///
  /// - Parameters:
  ///   - qualifier: Which of several services of the type.
  ///   - scope: How long one instance is handed out.
  ///   - fallback: Whether the service is used only where no other module provides one.
  public init(
    _ qualifier: ServiceQualifier? = nil, scope: ServiceScope = .shared, fallback: Bool = false
  ) {
    self.qualifier = qualifier
    self.scope = scope
    self.isFallback = fallback
  }
}

/// The options of a module's last function, as in `@Shutdown(…)`.
public struct ShutdownOptions: Sendable {
  /// The longest time it may take; nil takes the application's bound.
  public var timeout: Duration?

  /// Makes the options of a shutdown function.
  ///
  /// - Parameter timeout: The longest time it may take; nil takes the application's bound.
  public init(timeout: Duration? = nil) { self.timeout = timeout }
}
