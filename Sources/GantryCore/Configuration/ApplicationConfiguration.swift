// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import GantrySupport

/// The configuration of one application: the given sources, the environment, and the file.
final class ApplicationConfiguration: Sendable {
  private struct State {
    /// The values of the file by full key; nil until it is read.
    var values: [String: ConfigurationValue]?
    /// The number of readings that have begun, and of the one whose values are in force.
    var (begun, inForce) = (0, 0)
    /// The warnings that were already logged.
    var said: Set<String> = []
    /// The last reading of each key.
    var readings: [String: ConfigurationSetting] = [:]
    /// The keys and sections of the file that a warning has named as unread.
    var unread: Set<String> = []
    /// Looks for unread keys after the launch.
    var looking: Task<Void, Never>?

    /// Whether the file has an object under a key.
    func hasObject(_ key: String) -> Bool {
      values?.keys.contains { $0.hasPrefix("\(key).") } == true
    }
  }

  let sources: [any ConfigurationSource]
  let file: ConfigurationFile?
  private let logger: Logger
  /// Guards the values of the file, so that no reader sees half a reload, and the record of what was
  /// read. No source is asked under this lock.
  private let state = Mutex(State())

  init(
    _ file: ConfigurationFile?, _ sources: [any ConfigurationSource],
    environment: [String: String], logger: Logger
  ) {
    self.file = file
    self.sources = sources + [EnvironmentConfiguration(variables: environment)]
    self.logger = logger
  }

  /// Reads the file, for the first time or again; if it cannot be used, the current values stay.
  ///
  /// - Returns: The full keys whose value in the file has changed, sorted.
  @discardableResult
  func load() throws(FileProblem.Clause) -> [String] {
    guard let file else { return [] }
    let number = state.withLock { state in
      state.begun += 1
      return state.begun
    }
    let read = try file.read()
    if read == nil { logger.debug("there is no configuration file \(file.path)") }
    return state.withLock { state in
      // A later reading may have ended first; its values stay.
      guard number > state.inForce else { return [] }
      let (new, old) = (read ?? [:], state.values ?? [:])
      state.inForce = number
      state.values = new
      state.said = []
      return Set(new.keys).union(old.keys).filter { new[$0] != old[$0] }.sorted()
    }
  }

  /// The keys that were read so far, with the last value of each, sorted by key.
  var settings: [ConfigurationSetting] {
    state.withLock(\.readings).values.sorted { $0.key < $1.key }
  }

  /// Returns the value of a full key in the first source that has one.
  func find(_ key: String) -> SourcedValue? {
    for source in sources {
      if let found = source.value(forKey: key) { return found }
    }
    guard let file, let value = state.withLock({ $0.values?[key] }) else { return nil }
    return SourcedValue(value, source: "file '\(file.path)'")
  }

  /// Returns the words for the object that the file has under a key without a value; nil if there is
  /// none.
  private func object(under key: String) -> (source: String, words: String)? {
    guard let file, state.withLock({ $0.hasObject(key) }) else { return nil }
    return ("file '\(file.path)'", "an object")
  }

  /// Returns the value of a full key; one of another type is nil, with a warning.
  func value<Value>(
    _ key: String, in section: ModuleName, _ type: String, _ read: (ConfigurationValue) -> Value?
  ) -> Value? {
    let (found, value) = look(up: key, read)
    record(key, found, nil)
    if value == nil { warn(key, in: section, type, found) }
    return value
  }

  /// Returns the value of a full key, or a default if there is none of this type.
  func value<Value>(
    _ key: String, in section: ModuleName, _ type: String, _ read: (ConfigurationValue) -> Value?,
    default other: Value
  ) -> Value {
    let (found, value) = look(up: key, read)
    record(key, found, value == nil ? "\(other)" : nil)
    if value == nil { warn(key, in: section, type, found) }
    return value ?? other
  }

  func required<Value>(
    _ key: String, _ type: String, _ read: (ConfigurationValue) -> Value?
  ) throws(ConfigurationError) -> Value {
    let (found, value) = look(up: key, read)
    record(key, found, nil)
    if let value { return value }
    guard let found else {
      guard let object = object(under: key) else { throw .missing(key: key) }
      throw .wrongType(key: key, source: object.source, expected: type, found: object.words)
    }
    throw .wrongType(key: key, source: found.source, expected: type, found: found.value.kind)
  }

  /// Records that another library has read a value for a module.
  ///
  /// - Parameters:
  ///   - key: The full key.
  ///   - section: The module.
  ///   - type: The type that was wanted.
  ///   - other: The default that was returned instead; nil if there was none.
  ///   - failure: Why the value could not be used, if the reader hides that.
  func note(
    _ key: String, in section: ModuleName, _ type: String, default other: String?, failure: String?
  ) {
    let found = find(key)
    record(key, found, found == nil || failure != nil ? other : nil)
    if found != nil, failure == nil { return }
    if found != nil || object(under: key) != nil { return warn(key, in: section, type, found) }
    guard let failure, isFirst("\(key) \(type)") else { return }
    logger.warning(
      "configuration key \(key) cannot be read as \(type): \(failure)",
      metadata: ["gantry.module": "\(section)"])
  }

  private func isFirst(_ warning: String) -> Bool {
    state.withLock { $0.said.insert(warning).inserted }
  }

  private func look<Value>(
    up key: String, _ read: (ConfigurationValue) -> Value?
  ) -> (SourcedValue?, Value?) {
    let found = find(key)
    return (found, found.flatMap { read($0.value) })
  }

  private func record(_ key: String, _ found: SourcedValue?, _ other: String?) {
    let isSecret = Self.isSecret(key, found)
    let setting = ConfigurationSetting(
      key: key, source: other == nil ? found?.source : nil,
      value: isSecret ? nil : other ?? found?.value.text,
      isSecret: isSecret && (found != nil || other != nil))
    state.withLock { $0.readings[key] = setting }
  }

  /// Warns of a value of another type, once; a key without a value may be an object.
  private func warn(
    _ key: String, in section: ModuleName, _ type: String, _ found: SourcedValue?
  ) {
    let unfit = found.map {
      ($0.source, Self.isSecret(key, $0) ? $0.value.kind : $0.value.words)
    }
    guard let (source, words) = unfit ?? object(under: key), isFirst("\(key) \(type)") else {
      return
    }
    logger.warning(
      """
      configuration key \(key) cannot be read as \(type): \(source) has \(words), which is not used
      """,
      metadata: ["gantry.module": "\(section)"])
  }

  /// Describes the value of a key that should be a boolean, for the middle of a sentence.
  func finding(for key: String) -> String {
    guard let found = find(key) else {
      // Before the start, this isn't final.
      let isOpen = file != nil && state.withLock { $0.values == nil }
      return isOpen ? "is not set (no configuration file was read yet)" : "is not set"
    }
    if Self.isSecret(key, found) { return "is set" }
    if let flag = found.value.bool { return "is \(flag)" }
    return "is \(found.value.words), which is neither true nor false"
  }

  private static let secretWords = [
    "password", "passphrase", "secret", "token", "apikey", "credential", "privatekey",
  ].map { Array($0.utf8) }

  /// Whether a value is never shown: a word in the key, in any spelling, decides, or the source.
  static func isSecret(_ key: String, _ found: SourcedValue?) -> Bool {
    if found?.isSecret == true { return true }
    // Bytes, because each reading of a key comes here, and a search in a text takes far longer.
    let letters = key.lowercased().utf8.filter { (48...57).contains($0) || (97...122).contains($0) }
    return letters.indices.contains { index in
      secretWords.contains { letters[index...].starts(with: $0) }
    }
  }
}

extension ApplicationConfiguration {
  /// Compares the file with the keys that were read so far.
  ///
  /// - Parameter readers: The sections that modules have, and how far each module is.
  func unread(_ readers: [String: UnreadKeys.Reader]) -> UnreadKeys {
    let (keys, read) = state.withLock { state in
      (
        (state.values ?? [:]).keys.filter {
          state.readings[$0] == nil && !state.unread.contains($0)
        },
        state.readings.values.map { (key: $0.key, isMissing: $0.source == nil) }
      )
    }
    return UnreadKeys(keys, read: read, readers)
  }

  /// Warns of what nothing has read, once.
  func warn(of findings: [UnreadKeys.Finding]) {
    guard let file, !findings.isEmpty else { return }
    state.withLock { $0.unread.formUnion(findings.flatMap(\.keys)) }
    logger.warning("\(UnreadKeys.warning(of: findings, in: file.path))")
  }

  /// Waits until the task that looks for unread keys has ended.
  func looked() async { await state.withLock(\.looking)?.value }

  /// Keeps the task that looks for unread keys, and ends an earlier one.
  func keep(_ looking: Task<Void, Never>?) {
    state.withLock { exchange(&$0.looking, with: looking) }?.cancel()
  }
}

/// A configuration key that was read, with the result of the last time.
package struct ConfigurationSetting: Sendable, Codable, Equatable {
  /// The full key: `Orders.limit`.
  package let key: String
  /// The source of the value: `ORDERS_LIMIT from the environment`, `file 'shop.json'`; nil if no
  /// source has one.
  package let source: String?
  /// The value, or the reader's default; nil for a secret, and if there is neither.
  package var value: String?
  /// Whether the value is hidden because it is secret.
  package let isSecret: Bool

  package init(key: String, source: String?, value: String?, isSecret: Bool) {
    (self.key, self.source, self.value, self.isSecret) = (key, source, value, isSecret)
  }
}
