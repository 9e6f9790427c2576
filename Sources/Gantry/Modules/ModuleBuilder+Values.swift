// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ModuleBuilder {
  /// States that the module provides a shared value, read once when its before-ready tasks have ended.
  ///
  /// The module changes it later with ``SharedValues/provide(_:for:overriding:)``.
  ///
  /// - Parameters:
  ///   - path: The key.
  ///   - overriding: Whether it hides the value of another provider.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - atOnce: Whether the reading does not suspend, but to go to the module's actor: then it takes
  ///     its turn in the module's lane. Expansions say it of synchronous members.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - read: Gives the value; nil when there is none yet.
  public mutating func provides<Key: ReadableValueKey>(
    _ path: KeyPath<SharedValueKeys, Key>, overriding: Bool = false,
    at location: String? = nil, atOnce: Bool = false, fileID: String = #fileID, line: Int = #line,
    _ read: @escaping @concurrent @Sendable (M) async throws -> Key.Value?
  ) {
    if !atOnce { mayProvisionsSuspend = true }
    let key = claim(path, overriding, location ?? "\(fileID):\(line)")
    bindings.values.append { module, values in
      let value: Key.Value?
      do {
        value = try await read(module)
      } catch let error where !(error is CancellationError) {
        throw ServiceError.failed(type: key.name, provider: values.owner, message: "\(error)")
      }
      try values.provide(value, for: key, overriding: overriding)
    }
  }

  /// States that the module provides a shared value that is asked at each read, from any thread.
  ///
  /// - Parameters:
  ///   - path: The key.
  ///   - overriding: Whether it hides the value of another provider.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - read: Gives the value; nil when there is none now.
  public mutating func provides<Key: ReadableValueKey>(
    _ path: KeyPath<SharedValueKeys, Key>, overriding: Bool = false,
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    reading read: @escaping @Sendable (M) -> Key.Value?
  ) {
    let key = claim(path, overriding, location ?? "\(fileID):\(line)")
    bindings.values.append { module, values in
      try values.provide(for: key, overriding: overriding) { read(module) }
    }
  }

  private mutating func claim<Key: ReadableValueKey>(
    _ path: KeyPath<SharedValueKeys, Key>, _ isOverride: Bool, _ location: String
  ) -> SharedValueKey<Key.Value> {
    values.append(
      SharedValueClaim(path, by: name.rawValue, isOverride: isOverride, declaredAt: location))
    return SharedValueKeys()[keyPath: path].key
  }
}
