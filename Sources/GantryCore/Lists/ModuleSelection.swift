// SPDX-License-Identifier: Apache-2.0

/// The modules that take part in an application: all linked modules, unless you choose some of
/// them.
///
/// A ``ModuleList`` is one way to choose: a file, which an app can change without being built again.
///
/// ```swift
/// Application()                                                  // every linked module
/// Application(modules: [OrdersModule.self, StorageModule.self])  // these types
/// Application(modules: .linked(only: ["Orders"]))                // Orders and its requirements
/// Application(modules: .linked(list: try ModuleList(contentsOf: url)))
/// ```
public struct ModuleSelection: Sendable, ExpressibleByArrayLiteral {
  /// The types that take part; nil takes every linked module and function.
  package var types: [any Module.Type]?
  /// Selects the modules that run; nil runs all.
  package var list: ModuleList?
  /// Runs only these modules and their requirements.
  ///
  /// If it is empty, `GANTRY_ONLY` in the environment applies (names separated by commas); without
  /// that, all modules run.
  package var only: [ModuleName]

  /// Creates a selection.
  ///
  /// - Parameters:
  ///   - types: The types that take part; nil takes every linked module and function.
  ///   - list: Selects the modules that run; nil runs all.
  ///   - only: Runs only these modules and their requirements.
  public init(
    _ types: [any Module.Type]?, list: ModuleList? = nil, only: [ModuleName] = []
  ) {
    self.types = types
    self.list = list
    self.only = only
  }

  /// Creates a selection of these types.
  public init(arrayLiteral types: any Module.Type...) { self.init(types) }

  /// Selects every linked module and function.
  public static var linked: Self { Self(nil) }

  /// Selects every linked module and function, and runs some of them.
  ///
  /// - Parameters:
  ///   - list: Selects the modules that run; nil runs all.
  ///   - only: Runs only these modules and their requirements.
  public static func linked(list: ModuleList? = nil, only: [ModuleName] = []) -> Self {
    Self(nil, list: list, only: only)
  }
}
