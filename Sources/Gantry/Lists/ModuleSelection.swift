// SPDX-License-Identifier: Apache-2.0

/// The modules that take part in an application: all that are linked, unless you say otherwise.
///
/// ```swift
/// Application()                                                  // every linked module
/// Application(modules: [OrdersModule.self, StorageModule.self])  // these types
/// Application(modules: .linked(only: ["Orders"]))                // Orders, and all that it requires
/// Application(modules: .linked(list: try ModuleList(contentsOf: url)))
/// ```
public struct ModuleSelection: Sendable, ExpressibleByArrayLiteral {
  /// The types that take part; nil takes every linked module and function.
  public var types: [any Module.Type]?
  /// Which of them run, and the options of those whose source the app does not own; nil runs all.
  public var list: ModuleList?
  /// Runs only these and their requirements; empty takes `GANTRY_ONLY` of the environment (names
  /// separated by commas), and without it runs all.
  public var only: [ModuleName]

  /// Makes a selection.
  ///
  /// - Parameters:
  ///   - types: The types that take part; nil takes every linked module and function.
  ///   - list: Which of them run, and the options of those whose source the app does not own.
  ///   - only: Runs only these and their requirements.
  public init(
    _ types: [any Module.Type]?, list: ModuleList? = nil, only: [ModuleName] = []
  ) {
    self.types = types
    self.list = list
    self.only = only
  }

  /// Takes these types.
  public init(arrayLiteral types: any Module.Type...) { self.init(types) }

  /// Takes every linked module and function.
  public static var linked: Self { Self(nil) }

  /// Takes every linked module and function, and runs some of them.
  ///
  /// - Parameters:
  ///   - list: Which of them run, and the options of those whose source the app does not own.
  ///   - only: Runs only these and their requirements.
  public static func linked(list: ModuleList? = nil, only: [ModuleName] = []) -> Self {
    Self(nil, list: list, only: only)
  }
}
