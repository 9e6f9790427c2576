// SPDX-License-Identifier: Apache-2.0

/// The configuration of one module: the values whose keys begin with its name.
///
/// A value of another type counts as missing, with a warning that names the key and the source.
/// Each read asks the sources again, so a value is current after a reload.
public struct ModuleConfiguration: Sendable {
  let application: ApplicationConfiguration
  /// The name of the section, which is the module's name.
  package let section: ModuleName

  /// The given sources and the environment.
  package var sources: [any ConfigurationSource] { application.sources }

  /// Returns the value of a full key in the first source that has one.
  package var find: @Sendable (_ key: String) -> SourcedValue? {
    { [application] in application.find($0) }
  }

  /// Records that another library has read a value for the module, and warns if it has hidden why the
  /// value can't be used.
  ///
  /// - Parameters:
  ///   - key: The full key.
  ///   - type: The type that was wanted.
  ///   - value: The default that was returned instead; nil if there was none.
  ///   - failure: Why the value could not be used; nil if there was none, or the reader was told.
  package func note(
    _ key: String, _ type: String, default value: ConfigurationValue?, failure: String?
  ) {
    application.note(key, in: section, type, default: value?.text, failure: failure)
  }

  private func key(_ key: String) -> String { "\(section).\(key)" }

  /// Returns a text.
  ///
  /// - Parameter key: The key in the module's section.
  /// - Returns: The text; nil if no source has one.
  public func string(forKey key: String) -> String? {
    application.value(self.key(key), in: section, "string", \.string)
  }

  /// Returns a text, or a default if no source has one.
  public func string(forKey key: String, default value: String) -> String {
    application.value(self.key(key), in: section, "string", \.string, default: value)
  }

  /// Returns a text that the module cannot do without.
  ///
  /// - Parameter key: The key in the module's section.
  /// - Throws: ``ConfigurationError``: no source has a value, or it has another type.
  public func requiredString(forKey key: String) throws(ConfigurationError) -> String {
    try application.required(self.key(key), "string", \.string)
  }

  /// Returns a whole number.
  ///
  /// - Parameter key: The key in the module's section.
  /// - Returns: The number; nil if no source has one.
  public func int(forKey key: String) -> Int? {
    application.value(self.key(key), in: section, "int", \.int)
  }

  /// Returns a whole number, or a default if no source has one.
  public func int(forKey key: String, default value: Int) -> Int {
    application.value(self.key(key), in: section, "int", \.int, default: value)
  }

  /// Returns a whole number that the module cannot do without.
  ///
  /// - Parameter key: The key in the module's section.
  /// - Throws: ``ConfigurationError``: no source has a value, or it has another type.
  public func requiredInt(forKey key: String) throws(ConfigurationError) -> Int {
    try application.required(self.key(key), "int", \.int)
  }

  /// Returns a floating-point number.
  ///
  /// - Parameter key: The key in the module's section.
  /// - Returns: The number; nil if no source has one.
  public func double(forKey key: String) -> Double? {
    application.value(self.key(key), in: section, "double", \.double)
  }

  /// Returns a floating-point number, or a default if no source has one.
  public func double(forKey key: String, default value: Double) -> Double {
    application.value(self.key(key), in: section, "double", \.double, default: value)
  }

  /// Returns a boolean.
  ///
  /// - Parameter key: The key in the module's section.
  /// - Returns: The boolean; nil if no source has one.
  public func bool(forKey key: String) -> Bool? {
    application.value(self.key(key), in: section, "bool", \.bool)
  }

  /// Returns a boolean, or a default if no source has one.
  public func bool(forKey key: String, default value: Bool) -> Bool {
    application.value(self.key(key), in: section, "bool", \.bool, default: value)
  }

  /// Returns texts.
  ///
  /// - Parameter key: The key in the module's section.
  /// - Returns: The texts; nil if no source has any.
  public func stringArray(forKey key: String) -> [String]? {
    application.value(self.key(key), in: section, "stringArray", \.strings)
  }

  /// Returns texts, or a default if no source has any.
  public func stringArray(forKey key: String, default value: [String]) -> [String] {
    application.value(self.key(key), in: section, "stringArray", \.strings, default: value)
  }
}
