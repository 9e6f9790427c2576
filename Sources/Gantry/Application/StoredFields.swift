// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

#if !canImport(Darwin)
  // There, the library's public interface leaves this part out.
  @_spi(Reflection) internal import Swift
#endif

/// The stored properties of types, without an instance of them.
enum StoredFields {
  /// The stored properties of a struct in source order; nil where they cannot be told.
  static func of(_ type: Any.Type) -> [Manifest.Field]? {
    #if canImport(Darwin)
      return nil
    #else
      guard kind(of: type) == .struct else { return nil }
      var fields: [Manifest.Field] = []
      _forEachField(of: type) { name, _, type, _ in
        fields.append(
          Manifest.Field(name: String(cString: name), type: String(reflecting: type)))
        return true
      }
      return fields
    #endif
  }

  #if !canImport(Darwin)
    private struct Holder<Value> {
      let value: Value
    }

    /// The kind of a type is only told of a field that has it.
    private static func kind<T>(of type: T.Type) -> _MetadataKind? {
      var found: _MetadataKind?
      _forEachField(of: Holder<T>.self) { _, _, _, kind in
        found = kind
        return false
      }
      return found
    }
  #endif
}
