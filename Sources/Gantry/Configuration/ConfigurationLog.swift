// SPDX-License-Identifier: Apache-2.0

internal import Configuration
internal import GantryText
internal import Logging
internal import Synchronization

/// Warns of values that are there and cannot be taken, as they are of another type: a module that reads
/// one with a default would not notice.
final class ConfigurationLog: Sendable {
  /// Reports each value that is read from these layers.
  private struct Reporter: AccessReporter {
    let log: ConfigurationLog
    let layers: [ConfigurationLayer]

    func report(_ event: AccessEvent) { log.report(event, layers) }
  }

  private let logger: Logger
  private struct State {
    /// The earlier messages, each key and place once.
    var said: Set<String> = []
    /// Which keys were asked for, and whether there was a value; nil while it is not noted.
    var asked: [String: Bool]?
  }

  private let state = Mutex(State())

  init(_ logger: Logger) { self.logger = logger }

  /// The reporter of values that are read from layers.
  func reporter(of layers: [ConfigurationLayer]) -> any AccessReporter {
    Reporter(log: self, layers: layers)
  }

  /// Begins anew: messages on earlier values are logged again for new ones.
  func forget() { state.withLock { $0.said = [] } }

  /// Notes each key that is asked for from now on.
  func beginNoting() { state.withLock { $0.asked = [:] } }

  /// The keys that were asked for since, in full, and whether there was a value; notes no more.
  func endNoting() -> [String: Bool] {
    state.withLock { $0.asked.take() } ?? [:]
  }

  private func note(_ event: AccessEvent) {
    guard state.withLock({ $0.asked != nil }) else { return }
    let hasValue = event.providerResults.contains { result in
      switch result.result {
      case .success(let found): found.value != nil
      case .failure: true
      }
    }
    let key = "\(event.metadata.key)"
    state.withLock { $0.asked?[key, default: false] = hasValue }
  }

  /// Whether a read is known not to be of a secret: one that got nothing does not tell.
  private static func isOpen(_ event: AccessEvent) -> Bool {
    // Here is the default, marked as the read was.
    if let value = try? event.result.get() { return !value.isSecret }
    if case .success(let found)? = event.providerResults.last?.result, let value = found.value {
      return !value.isSecret
    }
    return false
  }

  private func report(_ event: AccessEvent, _ layers: [ConfigurationLayer]) {
    note(event)
    let isRefused =
      event.conversionError != nil
      || event.providerResults.contains { result in
        if case .failure = result.result { true } else { false }
      }
    guard isRefused else { return }
    let metadata = event.metadata
    let place = "\(metadata.key) \(metadata.valueType.rawValue) \(metadata.sourceLocation)"
    guard state.withLock({ $0.said.insert(place).inserted }) else { return }
    // Layers are asked in their order, until one has something.
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

/// The keys in configuration files that were not read.
///
/// A key may be read at any later time, so that alone says nothing. One that is nearly another, which
/// was asked for and is set nowhere, is probably misspelled.
struct UnreadKeys {
  /// A value of a file, by its full key.
  struct Written: Hashable {
    let file: String
    let key: String
  }

  /// A sentence for each key that is probably misspelled.
  let misspelled: [String]
  /// The full keys of all others, sorted.
  let others: [String]

  /// Compares the written keys with those that were asked for.
  ///
  /// - Parameters:
  ///   - written: The keys in the files.
  ///   - asked: The full keys that were asked for, and whether there was a value.
  ///   - sections: The modules that run, under whose names keys count.
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
          and which is not set?
          """)
      }
    }
    self.misspelled = misspelled
    self.others = others.sorted()
  }

  /// The module under whose name a key stands; a name may have dots.
  fileprivate static func section(of key: String, among sections: Set<String>) -> String? {
    key.indices.last { key[$0] == "." && sections.contains(String(key[..<$0])) }
      .map { String(key[..<$0]) }
  }

  /// Whether two keys are members of one series, such as `mirror1` and `mirror2`.
  fileprivate static func differInDigits(_ first: String, _ second: String) -> Bool {
    first.filter { !$0.isNumber } == second.filter { !$0.isNumber }
  }
}

/// The variables of an environment, or the options of a command line, that are nearly the spelling of a key
/// which was asked for and is set nowhere: probably misspelled.
struct UnreadVariables {
  /// The keys that were probably meant, by the variable.
  let meant: [(variable: String, key: String, section: String)]

  /// Compares variables with the keys that were asked for.
  ///
  /// A variable is near a key where it begins with the section of that, and the rest is near. Others are
  /// other programs' variables more often than misspelled sections.
  ///
  /// - Parameters:
  ///   - variables: As an environment spells them: `ORDERS_LIMIT`.
  ///   - asked: The full keys that were asked for, and whether there was a value.
  ///   - sections: The modules that run, under whose names keys count.
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

/// A configuration value is there and cannot be taken, as it is of another type: the error of a required
/// read throws. A read with a default takes the default, and a warning says the same.
public struct ConfigurationValueError: Error, Hashable, Sendable {
  /// The whole key, with the module's name: `Orders.limit`.
  public let key: String
  /// Where the value stands: `file '/etc/shop.json'`, `ORDERS_LIMIT of the environment`.
  public let source: String
  /// The type that was asked for: `int`.
  public let expected: String
  /// The type that is there: `a text`. Never the value, which may be a secret.
  public let found: String
}

extension ConfigurationValueError: CustomStringConvertible {
  /// `configuration key Orders.limit cannot be read as int: ORDERS_LIMIT of the environment has a
  /// text`.
  public var description: String {
    "configuration key \(key) cannot be read as \(expected): \(source) has \(found)"
  }
}
