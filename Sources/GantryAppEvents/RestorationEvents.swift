// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import GantryEvents

/// The saved state of several modules, each part under its module's name.
public struct SavedState: Hashable, Sendable, Codable, CustomStringConvertible {
  private var parts: [ModuleName: Data] = [:]

  /// Creates an empty state.
  public init() {}

  /// Creates the state of one module.
  ///
  /// - Parameters:
  ///   - data: The data that the module needs to come back to where it was.
  ///   - module: The module's own name.
  public init(_ data: Data, for module: ModuleName) { parts[module] = data }

  /// The modules that saved something, by name.
  public var modules: [ModuleName] { parts.keys.sorted() }

  /// The state that one module saved; nil when it saved nothing.
  public subscript(module: ModuleName) -> Data? { parts[module] }

  /// Adds the parts of another state; where both have a part under one name, the other's wins.
  func merging(_ other: Self) -> Self {
    var merged = self
    merged.parts.merge(other.parts) { _, other in other }
    return merged
  }

  /// The names of the modules and the sizes of their parts, by name; the saved data is not shown.
  public var description: String {
    let parts = modules.map { "\($0): \(self[$0]?.count ?? 0) bytes" }
    return "SavedState(\(parts.joined(separator: ", ")))"
  }

  /// Reads the state as a keyed container of data by module name.
  public init(from decoder: any Decoder) throws {
    let byName = try decoder.singleValueContainer().decode([String: Data].self)
    for (name, data) in byName { parts[ModuleName(name)] = data }
  }

  /// Writes the state as a keyed container of data by module name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let named = parts.map { ($0.key.rawValue, $0.value) }
    try container.encode(Dictionary(uniqueKeysWithValues: named))
  }
}

/// The app is asked to save its state: each module answers with its part, under the module's name.
///
/// ```swift
/// @On func save(_ event: SaveState, context: ModuleContext) -> SavedState {
///   SavedState(data, for: context.name)
/// }
/// ```
public struct SaveState: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// All parts together.
  public static var merge: MergeRule<SavedState> { .eachUnderItsName }
}

extension SaveState: NotificationRepresentable {}

/// State that was saved earlier is restored: each module finds its part under the module's name.
///
/// ```swift
/// @On func restore(_ event: RestoreState, context: ModuleContext) {
///   if let data = event.state[context.name] { … }
/// }
/// ```
public struct RestoreState: LifecycleEvent {
  /// The state that all modules saved.
  public let state: SavedState

  /// Creates the event.
  ///
  /// - Parameter state: The state that all modules saved.
  public init(state: SavedState) {
    self.state = state
  }

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension RestoreState: NotificationRepresentable {}

/// The activity that brings a scene back to its current content.
///
/// The first module, in launch order, that knows one decides.
public struct SceneRestorationActivity: LifecycleEvent {
  /// The scene.
  public let scene: SceneID

  /// Creates the event.
  ///
  /// - Parameter scene: The scene.
  public init(scene: SceneID) {
    self.scene = scene
  }

  /// The first answer that is not nil.
  public static var merge: MergeRule<UserActivity?> { .first() }
}

extension SceneRestorationActivity: NotificationRepresentable {}

/// A scene is shown again, and the state of its controls should be restored.
public struct RestoreSceneInteraction: SceneEvent {
  /// The scene.
  public let scene: SceneID
  /// The saved activity of the scene.
  public let activity: UserActivity

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - scene: The scene.
  ///   - activity: The saved activity of the scene.
  public init(scene: SceneID, activity: UserActivity) {
    self.scene = scene
    self.activity = activity
  }
}

// A module that hears them needs a user interface.
extension SceneRestorationActivity: SceneBound {}
extension RestoreSceneInteraction: SceneBound {}
