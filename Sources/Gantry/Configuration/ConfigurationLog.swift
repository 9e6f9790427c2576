// SPDX-License-Identifier: Apache-2.0

internal import Configuration
internal import GantryText
internal import Logging
internal import Synchronization

/// Warns of values that exist but cannot be used, because they have another type. A module that
/// reads such a value with a default would not notice.
final class ConfigurationLog: Sendable {
  /// Reports each value that is read from these layers.
  private struct Reporter: AccessReporter {
    let log: ConfigurationLog
    let layers: [ConfigurationLayer]

    func report(_ event: AccessEvent) { log.report(event, layers) }
  }

  private let logger: Logger
  private struct State {
    /// The messages that were already logged, one for each key and source location.
    var said: Set<String> = []
    /// The keys that were requested, and whether they had a value; nil while nothing is recorded.
    var asked: [String: Bool]?
    /// The last reading of each key.
    var readings: [AbsoluteConfigKey: Reading] = [:]
  }

  /// The result of the last time that a key was read.
  private struct Reading {
    /// The source of the value; nil if it is the reader's default.
    let source: String?
    /// The value; nil for a secret, for no value, and for a value of another type.
    let value: ConfigContent?
    let isSecret: Bool
  }

  private let state = Mutex(State())

  init(_ logger: Logger) { self.logger = logger }

  /// Returns a reporter of values that are read from layers.
  func reporter(of layers: [ConfigurationLayer]) -> any AccessReporter {
    Reporter(log: self, layers: layers)
  }

  /// Forgets the earlier messages, so that they are logged again for new values.
  func forget() { state.withLock { $0.said = [] } }

  /// Records each key that is requested from now on.
  func beginNoting() { state.withLock { $0.asked = [:] } }

  /// Stops recording; returns the full keys that were requested, and whether they had a value.
  func endNoting() -> [String: Bool] {
    state.withLock { $0.asked.take() } ?? [:]
  }

  /// The keys that were read, with the last value of each, sorted by key.
  var settings: [ConfigurationSetting] {
    state.withLock(\.readings).map { key, reading in
      ConfigurationSetting(
        key: "\(key)", source: reading.source, value: reading.value.map(Self.text),
        isSecret: reading.isSecret)
    }.sorted { $0.key < $1.key }
  }

  private func note(_ event: AccessEvent, _ layers: [ConfigurationLayer]) {
    let metadata = event.metadata
    let hasValue = event.providerResults.contains { result in
      switch result.result {
      case .success(let found): found.value != nil
      case .failure: true
      }
    }
    // Layers are asked in order, until one has a value.
    let asked = event.providerResults.count - 1
    let isSecret = !Self.isOpen(event) || ConfigurationSecrets.isSecret("\(metadata.key)")
    let value = isSecret ? nil : (try? event.result.get())?.content
    let reading = Reading(
      source: hasValue && layers.indices.contains(asked) ? layers[asked].name : nil,
      value: value, isSecret: isSecret && (try? event.result.get()) != nil)
    state.withLock { state in
      state.readings[metadata.key] = reading
      if state.asked != nil { state.asked?["\(metadata.key)", default: false] = hasValue }
    }
  }

  private static func text(of content: ConfigContent) -> String {
    switch content {
    case .string(let value): value
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .bool(let value): "\(value)"
    case .bytes(let value): "\(value.count) bytes"
    case .stringArray(let values): values.joined(separator: ", ")
    case .intArray(let values): "\(values)"
    case .doubleArray(let values): "\(values)"
    case .boolArray(let values): "\(values)"
    case .byteChunkArray(let values): "\(values.count) values"
    @unknown default: "a value"
    }
  }

  /// Whether a read value is known not to be secret; a read without any value doesn't tell.
  private static func isOpen(_ event: AccessEvent) -> Bool {
    // This is the default, marked as secret or not by the reader.
    if let value = try? event.result.get() { return !value.isSecret }
    if case .success(let found)? = event.providerResults.last?.result, let value = found.value {
      return !value.isSecret
    }
    return false
  }

  private func report(_ event: AccessEvent, _ layers: [ConfigurationLayer]) {
    note(event, layers)
    let isRefused =
      event.conversionError != nil
      || event.providerResults.contains { result in
        if case .failure = result.result { true } else { false }
      }
    guard isRefused else { return }
    let metadata = event.metadata
    let place = "\(metadata.key) \(metadata.valueType.rawValue) \(metadata.sourceLocation)"
    guard state.withLock({ $0.said.insert(place).inserted }) else { return }
    // Layers are asked in order, until one has a value.
    let asked = event.providerResults.count - 1
    let layer = layers.indices.contains(asked) ? layers[asked] : nil
    let finding = layer?.finding(for: metadata.key, isOpen: Self.isOpen(event))
    logger.warning(
      """
      configuration key \(metadata.key) cannot be read as \(metadata.valueType.rawValue) at \
      \(metadata.sourceLocation): \(layer?.place(of: metadata.key) ?? "the provider") has \
      \(finding ?? "a value of another type"), which is not used
      """,
      metadata: metadata.key.components.first.map { ["gantry.module": "\($0)"] })
  }
}

/// A configuration key that was read, with the result of the last time.
package struct ConfigurationSetting: Sendable, Codable, Equatable {
  /// The full key: `Orders.limit`.
  package let key: String
  /// The source of the value: `the environment`, `file 'shop.json'`; nil if no source has one.
  package let source: String?
  /// The value, or the reader's default; nil for a secret, and if there is neither.
  package var value: String?
  /// Whether the value is hidden because it is secret.
  package let isSecret: Bool

  package init(key: String, source: String?, value: String?, isSecret: Bool) {
    (self.key, self.source, self.value, self.isSecret) = (key, source, value, isSecret)
  }
}

/// The keys in configuration files that were not read.
///
/// An unread key isn't a mistake in itself, since it may be read later. But if it nearly matches a
/// requested key that is set nowhere, it is probably misspelled.
struct UnreadKeys {
  /// A value in a file, by its full key.
  struct Written: Hashable {
    let file: String
    let key: String
  }

  /// A sentence for each key that is probably misspelled.
  let misspelled: [String]
  /// The full keys of all others, sorted.
  let others: [String]

  /// Compares the written keys with those that were requested.
  ///
  /// - Parameters:
  ///   - written: The keys in the files.
  ///   - asked: The full keys that were requested, and whether they had a value.
  ///   - sections: The modules that run; only keys in their sections count.
  init(_ written: [Written], asked: [String: Bool], sections: Set<String>) {
    var misspelled: [String] = []
    var others: Set<String> = []
    var missing: [String: [String]] = [:]
    for (key, hasValue) in asked where !hasValue {
      guard let section = Self.section(of: key, among: sections) else { continue }
      missing[section, default: []].append(String(key.dropFirst(section.count + 1)))
    }
    var searches = missing.mapValues { NearNameSearch($0.sorted()) }
    for entry in Set(written).sorted(by: { ($0.file, $0.key) < ($1.file, $1.key) })
    where asked[entry.key] == nil {
      guard let section = Self.section(of: entry.key, among: sections) else { continue }
      let key = String(entry.key.dropFirst(section.count + 1))
      let near = searches[section]?.near(key).filter { !Self.differInDigits(key, $0) } ?? []
      if near.isEmpty {
        others.insert(entry.key)
      } else {
        misspelled.append(
          """
          nothing has read \(entry.key) in configuration file \(entry.file). Did you mean \
          \(Wording.list(near.map { "\(section).\($0)" }, "or")), which \(section) has asked for \
          but which is not set?
          """)
      }
    }
    self.misspelled = misspelled
    self.others = others.sorted()
  }

  /// Returns the module whose section a key is in; a name may contain dots.
  fileprivate static func section(of key: String, among sections: Set<String>) -> String? {
    key.indices.last { key[$0] == "." && sections.contains(String(key[..<$0])) }
      .map { String(key[..<$0]) }
  }

  /// Whether two keys are members of one series, such as `mirror1` and `mirror2`.
  fileprivate static func differInDigits(_ first: String, _ second: String) -> Bool {
    first.filter { !$0.isNumber } == second.filter { !$0.isNumber }
  }
}

/// The environment variables or command-line options that nearly match a requested key that is set
/// nowhere; they are probably misspelled.
struct UnreadVariables {
  /// The keys that were probably meant, each with the variable.
  let meant: [(variable: String, key: String, section: String)]

  /// Compares variables with the keys that were requested.
  ///
  /// A variable nearly matches a key if it begins with the key's section, and the rest is similar.
  /// Others are more often variables of other programs than misspelled sections.
  ///
  /// - Parameters:
  ///   - variables: Variables in the spelling of an environment: `ORDERS_LIMIT`.
  ///   - asked: The full keys that were requested, and whether they had a value.
  ///   - sections: The modules that run; only keys in their sections count.
  init(_ variables: some Sequence<String>, asked: [String: Bool], sections: Set<String>) {
    let known = Set(asked.keys.map(Self.spelling))
    var missing: [(section: String, name: String, end: String)] = []
    for (key, hasValue) in asked.sorted(by: { $0.key < $1.key }) where !hasValue {
      guard let section = UnreadKeys.section(of: key, among: sections) else { continue }
      let name = Self.spelling(section)
      missing.append((section, name, String(Self.spelling(key).dropFirst(name.count + 1))))
    }
    meant = variables.filter { !known.contains($0) }.sorted().compactMap { variable in
      let found = missing.first { Self.is(variable, near: $0.name, $0.end) }
      return found.map { (variable, "\($0.name)_\($0.end)", $0.section) }
    }
  }

  private static func spelling(_ key: String) -> String {
    AbsoluteConfigKey(key.split(separator: ".").map(String.init)).environmentVariable
  }

  private static func `is`(_ variable: String, near section: String, _ end: String) -> Bool {
    guard variable.hasPrefix("\(section)_") else { return false }
    let rest = String(variable.dropFirst(section.count + 1))
    return !NearNames.of(rest, among: [end]).isEmpty && !UnreadKeys.differInDigits(rest, end)
  }
}

/// A configuration value that exists but cannot be used, because it has another type.
///
/// A required read throws this error. A read with a default uses the default, and a warning says
/// the same.
public struct ConfigurationValueError: Error, Hashable, Sendable {
  /// The full key, with the module's name: `Orders.limit`.
  public let key: String
  /// The location of the value: `file '/etc/shop.json'`, `ORDERS_LIMIT of the environment`.
  public let source: String
  /// The requested type: `int`.
  public let expected: String
  /// The type of the value: `a text`. Never the value itself, which may be a secret.
  public let found: String
}

extension ConfigurationValueError: CustomStringConvertible {
  /// For example, `configuration key Orders.limit cannot be read as int: ORDERS_LIMIT of the
  /// environment has a text`.
  public var description: String {
    "configuration key \(key) cannot be read as \(expected): \(source) has \(found)"
  }
}
