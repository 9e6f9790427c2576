// SPDX-License-Identifier: Apache-2.0

/// An optional that is nearly always nil: it takes one word, and a box of its own only for a value.
///
/// For types of which an app has very many, such as its modules and tasks.
@frozen @propertyWrapper
package struct Rare<Value: Sendable>: Sendable {
  @usableFromInline
  package indirect enum Content: Sendable {
    case none
    case some(Value)
  }

  @usableFromInline package var content: Content

  // Inlined, so that a nil looks up no type.
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

/// A property that is nil has no key, as with every other optional.
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
