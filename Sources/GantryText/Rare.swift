// SPDX-License-Identifier: Apache-2.0

/// An optional that is nearly always nil: it takes one word, and allocates a box only for a value.
///
/// Use it in types that an app has very many of, such as its modules and tasks.
@frozen @propertyWrapper
package struct Rare<Value: Sendable>: Sendable {
  @usableFromInline
  package indirect enum Content: Sendable {
    case none
    case some(Value)
  }

  @usableFromInline package var content: Content

  // Inlined, so that nil needs no type lookup.
  @inlinable @inline(__always)
  package init(wrappedValue: Value?) {
    guard let wrappedValue else {
      content = .none
      return
    }
    content = .some(wrappedValue)
  }

  @inlinable package var wrappedValue: Value? {
    @inline(__always) get {
      guard case .some(let value) = content else { return nil }
      return value
    }
    set { self = Self(wrappedValue: newValue) }
  }
}

extension Rare: Equatable where Value: Equatable {
  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.wrappedValue == rhs.wrappedValue }
}

extension Rare: Hashable where Value: Hashable {
  package func hash(into hasher: inout Hasher) { wrappedValue.hash(into: &hasher) }
}

extension Rare: Encodable where Value: Encodable {
  package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension Rare: Decodable where Value: Decodable {
  package init(from decoder: any Decoder) throws {
    try self.init(wrappedValue: Value?(from: decoder))
  }
}

/// Leaves out the key of a property that is nil, as for every other optional.
extension KeyedEncodingContainer {
  package mutating func encode<Value: Encodable>(_ value: Rare<Value>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}

extension KeyedDecodingContainer {
  package func decode<Value: Decodable>(
    _ type: Rare<Value>.Type, forKey key: Key
  ) throws -> Rare<Value> {
    try Rare(wrappedValue: decodeIfPresent(Value.self, forKey: key))
  }
}
