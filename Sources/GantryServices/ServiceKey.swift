// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The key of a service that is a value, evaluated at each read.
///
/// Two keys are the same when their name and their type of value are.
public struct ServiceKey<Value: Sendable>: Sendable {
  /// The name, as reports show it: the name of the property in ``ServiceKeys``.
  public let name: String
  /// The value that readers get while no module provides one.
  @usableFromInline package let defaultValue: Value
  /// Whether the value is kept out of everything that is printed.
  @usableFromInline package let isSensitive: Bool

  /// Creates a key with a default.
  ///
  /// - Parameters:
  ///   - defaultValue: The value that readers get while no module provides one.
  ///   - sensitive: Whether the value identifies a person or grants access.
  ///   - name: The name, as reports show it.
  @inlinable
  public init(default defaultValue: Value, sensitive: Bool = false, name: String = #function) {
    self.name = name
    self.defaultValue = defaultValue
    self.isSensitive = sensitive
  }
}

extension ServiceKey where Value: ExpressibleByNilLiteral {
  /// Creates a key whose value is nil while no module provides one.
  ///
  /// - Parameters:
  ///   - sensitive: Whether the value identifies a person or grants access.
  ///   - name: The name, as reports show it.
  @inlinable
  public init(sensitive: Bool = false, name: String = #function) {
    self.init(default: nil, sensitive: sensitive, name: name)
  }
}

extension ServiceRegistry {
  /// The current value of a keyed service, or the key's default while no module provides it.
  ///
  /// The provider is asked at each read, on the reading thread. The read itself allocates nothing.
  ///
  /// - Parameter path: The key.
  @inlinable
  public subscript<Value>(path: KeyPath<ServiceKeys, ServiceKey<Value>>) -> Value {
    @inline(__always) get { value(of: ServiceKeys()[keyPath: path]) }
  }

  @inlinable
  func value<Value>(of key: ServiceKey<Value>) -> Value {
    guard let entry = entry(for: ServiceType(key)),
      Swift.type(of: entry) == SharedService<KeyedValue<Value>>.self
    else { return key.defaultValue }
    return unsafeDowncast(entry, to: SharedService<KeyedValue<Value>>.self).value.read()
  }

  @usableFromInline
  func entry(for type: ServiceType) -> (any ServiceEntry)? {
    state.withLock { $0.qualified.entry(for: type) }
  }

  /// Returns a function that reads a keyed service at each call.
  package func reader<Value>(
    of path: KeyPath<ServiceKeys, ServiceKey<Value>>
  ) -> @Sendable () -> Value {
    let key = ServiceKeys()[keyPath: path]
    return { self.value(of: key) }
  }

  /// Makes a keyed service available.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - provider: The provider, usually a module's name.
  ///   - read: Returns the current value, on any thread.
  package func provide<Value>(
    _ key: ServiceKey<Value>, by provider: ModuleName, _ read: @escaping @Sendable () -> Value
  ) {
    provide(
      KeyedValue(read: read, isSensitive: key.isSensitive), as: KeyedValue<Value>.self,
      ServiceQualifier(key.name), by: provider)
  }

  /// The keyed services and their current values, by name.
  package var values: [ValueReading] {
    let entries = state.withLock(\.qualified.entries)
    return entries.compactMap(ValueReading.init).sorted { $0.type < $1.type }
  }
}

extension ServiceType {
  /// The type of a keyed service.
  @inlinable
  package init<Value>(_ key: ServiceKey<Value>) {
    self.init(KeyedValue<Value>.self, qualifier: ServiceQualifier(key.name))
  }
}

/// A keyed service and the value that it has now, as a report shows them.
package struct ValueReading: Sendable {
  /// The key with the type of its value.
  package let type: ServiceType
  /// The provider, usually a module's name.
  package let provider: ModuleName
  /// The value; nil if the key is sensitive.
  package let text: String?

  init?(_ entry: any ServiceEntry) {
    guard let value = entry.instance as? any AnyKeyedValue else { return nil }
    (type, provider, text) = (entry.type, entry.provider, value.text)
  }
}

/// The service behind a key.
@usableFromInline
struct KeyedValue<Value: Sendable>: AnyKeyedValue {
  @usableFromInline let read: @Sendable () -> Value
  let isSensitive: Bool

  static var valueType: Any.Type { Value.self }

  var text: String? {
    guard !isSensitive else { return nil }
    let value = read()
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return String(describing: value) }
    return mirror.children.first.map { String(describing: $0.value) } ?? "nil"
  }
}

/// A keyed service whose type of value only its readers know.
protocol AnyKeyedValue: Sendable {
  static var valueType: Any.Type { get }
  /// The current value; nil if the key is sensitive.
  var text: String? { get }
}
