// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Services that every module can have without a provider.
extension ModuleBuilder {
  /// States that the module sends or observes events; the bus is always there, so nothing is required.
  ///
  /// - Parameters:
  ///   - type: The bus's type.
  ///   - location: Where it is declared.
  public mutating func inject(_ type: EventBus.Type, at location: String? = nil) {}

  /// States that the module calls routes; the router is always there, so nothing is required.
  ///
  /// - Parameters:
  ///   - type: The router's type.
  ///   - location: Where it is declared.
  public mutating func inject(_ type: Router.Type, at location: String? = nil) {}

  /// States that the module keeps its context.
  ///
  /// - Parameters:
  ///   - type: The context's type.
  ///   - location: Where it is declared.
  public mutating func inject(_ type: ModuleContext.Type, at location: String? = nil) {}
}

/// The same for the `init` of a module.
extension ModuleContext {
  /// The bus on which the module sends and observes events.
  ///
  /// - Parameter type: The bus's type.
  /// - Returns: ``events``.
  /// - Throws: Never; the signature matches the others.
  public func inject(_ type: EventBus.Type) throws(ServiceError) -> EventBus { events }

  /// The router on which the module calls routes.
  ///
  /// - Parameter type: The router's type.
  /// - Returns: ``router``.
  /// - Throws: Never; the signature matches the others.
  public func inject(_ type: Router.Type) throws(ServiceError) -> Router { router }

  /// The context itself, for a module that keeps it.
  ///
  /// - Parameter type: The context's type.
  /// - Returns: The context, without the values that were made for the module's `init` alone.
  /// - Throws: Never; the signature matches the others.
  public func inject(_ type: ModuleContext.Type) throws(ServiceError) -> ModuleContext {
    var context = self
    context.prepared = nil
    return context
  }
}
