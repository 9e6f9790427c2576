// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ModuleContext {
  /// A service that the module requires.
  ///
  /// - Parameters:
  ///   - type: The service's type.
  ///   - qualifier: Which of several services of the type.
  /// - Returns: The service.
  /// - Throws: ``ServiceError`` when nobody provides it, or making it failed; a module that
  ///   declares the injection is then not created at all.
  public func inject<S: Sendable>(
    _ type: S.Type, _ qualifier: ServiceQualifier? = nil
  ) throws(ServiceError) -> S {
    if let made = prepared?.take(ServiceType(type, qualifier: qualifier), .required) as? S {
      return made
    }
    return try services.require(type, qualifier)
  }

  /// A service that the module uses if it is there.
  ///
  /// - Parameters:
  ///   - type: The service's type, as an optional.
  ///   - qualifier: Which of several services of the type.
  /// - Returns: The service; nil when nobody provides it.
  /// - Throws: Never; the signature matches the others.
  public func inject<S: Sendable>(
    _ type: S?.Type, _ qualifier: ServiceQualifier? = nil
  ) throws(ServiceError) -> S? {
    if let made = prepared?.take(ServiceType(S.self, qualifier: qualifier), .optional) as? S {
      return made
    }
    return services.resolve(S.self, qualifier)
  }

  /// Every service of a type that is there, in the launch order of those who provide them.
  ///
  /// - Parameters:
  ///   - type: The services' type, as an array.
  ///   - qualifier: Only those with this one; nil takes all.
  /// - Returns: The services; empty when there is none.
  /// - Throws: ``ServiceError`` when making one failed.
  public func inject<S: Sendable>(
    _ type: [S].Type, _ qualifier: ServiceQualifier? = nil
  ) throws(ServiceError) -> [S] {
    if let made = prepared?.take(ServiceType(S.self, qualifier: qualifier), .all) as? [S] {
      return made
    }
    return try services.resolveAll(S.self, qualifier)
  }

  /// A service that is looked for, and whose module is started, when it is first used.
  ///
  /// - Parameters:
  ///   - type: The service's type, as a ``Lazy``.
  ///   - qualifier: Which of several services of the type.
  /// - Returns: What finds it.
  /// - Throws: Never; the signature matches the others.
  public func inject<S: Sendable>(
    _ type: Lazy<S>.Type, _ qualifier: ServiceQualifier? = nil
  ) throws(ServiceError) -> Lazy<S> {
    services.lazy(S.self, qualifier, for: name.rawValue)
  }
}
