// SPDX-License-Identifier: Apache-2.0

internal import Configuration
internal import Foundation
internal import Logging
internal import Synchronization

/// The configuration of one application, in layers.
///
/// The layers, from the highest precedence to the lowest: the given providers, the command line,
/// the environment, the file of the environment, the module's own file, the file for all modules,
/// and the file that comes with the module's target.
final class ApplicationConfiguration: ModuleConfiguration {
  /// The values of one reading.
  private struct Snapshot {
    var files: ConfigurationFiles
    /// Whether the files have been read.
    var isRead = true
    var readers: [ModuleName: ConfigReader] = [:]
  }

  private let given: [ConfigurationLayer]
  private let file: ConfigurationFile?
  private let folder: String?
  private let environment: String?
  /// The variables of the environment, and the options of the command line in the same spelling.
  private let variables: (environment: [String], commandLine: [String])
  private let logger: Logger
  private let log: ConfigurationLog
  /// Guards the current values: they are replaced as a whole, so that no reader sees half a reload.
  private let current = Mutex(Snapshot(files: ConfigurationFiles(), isRead: false))
  /// Held while the files are read, so that the values of a later reading replace those of an
  /// earlier one.
  private let reading = Mutex(())

  init(
    _ sources: ConfigurationSources, options: LaunchOptions, logger: Logger
  ) {
    let commandLine = CommandLineVariables(of: options.arguments)
    let given = sources.providers.map { ConfigurationLayer(name: $0.providerName, provider: $0) }
    self.given =
      given + [
        ConfigurationLayer(
          name: "the command line", spelling: \.commandLineOption,
          provider: EnvironmentVariablesProvider(
            environmentVariables: commandLine.values,
            secretsSpecifier: .dynamic { key, _ in ConfigurationSecrets.isSecret(key) }),
          arrays: commandLine.arrays),
        ConfigurationLayer(
          name: "the environment", spelling: \.environmentVariable,
          provider: EnvironmentVariablesProvider(
            environmentVariables: options.environment,
            secretsSpecifier: .dynamic { key, _ in ConfigurationSecrets.isSecret(key) })),
      ]
    file = sources.file
    folder = sources.folder
    environment = options.environment["GANTRY_ENVIRONMENT"].flatMap { $0.isEmpty ? nil : $0 }
    variables = (Array(options.environment.keys), Array(commandLine.values.keys))
    self.logger = logger
    log = ConfigurationLog(logger)
  }

  /// Reads the files, for the first time or again; if one cannot be used, the current values stay.
  ///
  /// - Parameter manifests: The modules and functions that are configured.
  /// - Returns: The full keys whose value in a file has changed, sorted.
  @discardableResult
  func load(for manifests: [ModuleManifest]) throws(ApplicationError) -> [String] {
    try reading.withLock { _ throws(ApplicationError) in try read(for: manifests) }
  }

  private func read(
    for manifests: [ModuleManifest]
  ) throws(ApplicationError) -> [String] {
    var defaults: [ModuleName: String] = [:]
    // Only the first of a thousand modules of one target is asked.
    var known: [DeclaringTarget: String?] = [:]
    for manifest in manifests {
      let target = DeclaringTarget(name: manifest.target, kind: manifest.kind)
      let file = known[target] ?? manifest.resources().defaultsFile
      known[target] = .some(file)
      if let file { defaults[manifest.name] = file }
    }
    let files = try ConfigurationFiles(
      reading: ConfigurationFiles.Places(
        file: file, folder: folder, environment: environment, defaults: defaults,
        known: manifests.map(\.section)))
    let earlier = current.withLock { current in
      defer { current = Snapshot(files: files) }
      return current.files
    }
    log.forget()
    if let missing = files.missing { logger.debug("there is no configuration file \(missing)") }
    for warning in files.warnings { logger.warning("\(warning)") }
    return files.changes(since: earlier)
  }

  /// The keys that were read so far, with the last value of each.
  var settings: [ConfigurationSetting] { log.settings }

  /// Records each key that is read from now on.
  func beginNoting() { log.beginNoting() }

  /// Logs the keys in the files that have not been read since recording began.
  ///
  /// Keys that are probably misspelled are warnings. All others are logged at *debug*, since they
  /// may be read later. Variables and options may be meant for other programs, so only misspelled
  /// ones are logged.
  ///
  /// - Parameter sections: The modules that run.
  func nameUnread(of sections: [ModuleName]) {
    let (asked, sections) = (log.endNoting(), Set(sections.map(\.rawValue)))
    let unread = UnreadKeys(current.withLock(\.files).written, asked: asked, sections: sections)
    for text in unread.misspelled { logger.warning("\(text)") }
    func warn(of variables: [String], _ place: String, _ spelled: (String) -> String) {
      for item in UnreadVariables(variables, asked: asked, sections: sections).meant {
        logger.warning(
          """
          no module has read \(spelled(item.variable)) from \(place). Did you mean \
          \(spelled(item.key)), which \(item.section) has asked for but which is not set?
          """)
      }
    }
    warn(of: variables.commandLine, "the command line") { name in
      "--\(name.lowercased().replacing("_", with: "-"))"
    }
    warn(of: variables.environment, "the environment") { $0 }
    guard !unread.others.isEmpty else { return }
    logger.debug(
      "nothing has read these configuration keys yet: \(unread.others.joined(separator: ", "))")
  }

  /// Returns a reader of the values in the section of a module or function.
  func reader(for name: ModuleName, section: ModuleName) -> ConfigReader {
    current.withLock { current in
      if let reader = current.readers[name] { return reader }
      let layers = layers(for: name, section, current.files)
      let reader = ConfigReader(
        providers: layers, accessReporter: log.reporter(of: layers)
      )
      .scoped(to: ConfigKey([section.rawValue]))
      current.readers[name] = reader
      return reader
    }
  }

  private func layers(
    for name: ModuleName, _ section: ModuleName, _ files: ConfigurationFiles
  ) -> [ConfigurationLayer] {
    // The file of a single module contains its keys without its name.
    func own(_ file: ConfigurationFiles.File?) -> ConfigurationLayer? {
      file.map { file in
        ConfigurationLayer(
          name: "file '\(file.path)'",
          provider: KeyMappingProvider(upstream: file.provider) {
            AbsoluteConfigKey(Array($0.components.dropFirst()))
          })
      }
    }
    func whole(_ file: ConfigurationFiles.File?) -> ConfigurationLayer? {
      file.map { ConfigurationLayer(name: "file '\($0.path)'", provider: $0.provider) }
    }
    let layers = [
      whole(files.environment), own(files.modules[section]), whole(files.shared),
      own(files.defaults[name]),
    ]
    return given + layers.compactMap(\.self)
  }

  /// Describes the value of a key that should be a boolean, for the middle of a sentence.
  func finding(for key: AbsoluteConfigKey, of name: ModuleName) -> String {
    let section = ModuleName(key.components.first ?? "")
    for layer in layers(for: name, section, current.withLock { $0.files }) {
      let provider = layer.provider
      do {
        guard let value = try provider.value(forKey: key, type: .bool).value else { continue }
        return value.isSecret ? "is set" : "is \(value.content == .bool(true))"
      } catch {
        let text = try? provider.value(forKey: key, type: .string).value
        guard let text, !text.isSecret, case .string(let held) = text.content else {
          return "is neither true nor false"
        }
        return "is \"\(held)\", which is neither true nor false"
      }
    }
    // Before the start, this isn't final.
    let isOpen = (file != nil || folder != nil) && !current.withLock { $0.isRead }
    return isOpen ? "is not set (no configuration file was read yet)" : "is not set"
  }
}

/// The target that declares a module or function; a function's target is found by its name alone.
private struct DeclaringTarget: Hashable {
  let name: String
  let kind: ModuleManifest.Kind
}

/// The options of a command line, as the equivalent environment variables.
///
/// swift-configuration reads a command line only with a separate trait. But SwiftPM passes two
/// traits of a package to the compiler in varying order. An app would then compile the package, and
/// everything that imports it, again with each new file. So Gantry enables one trait, and lets the
/// provider of environment variables read the options.
struct CommandLineVariables: Equatable {
  /// The values by the key's name in an environment: `--http-port 80` is `HTTP_PORT`.
  private(set) var values: [String: String] = [:]
  /// The names with several values, which can only be read as arrays.
  private(set) var arrays: Set<String> = []

  /// Creates variables from arguments.
  ///
  /// A value follows its option, as `--key value` or `--key=value`. An option with several values,
  /// as further arguments or by repeating the option, is an array. So is a value with commas. An
  /// option without a value is `true`. Other arguments are ignored.
  init(of arguments: [String]) {
    var given: [String: [String]] = [:]
    var option: String?
    for argument in arguments {
      if argument.hasPrefix("--") {
        let parts = argument.dropFirst(2).split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = Self.variable(parts[0])
        given[name, default: []] += parts.dropFirst().map(String.init)
        option = parts.count == 1 ? name : nil
      } else if let option {
        given[option, default: []].append(argument)
      }
    }
    given[""] = nil
    values = given.mapValues { $0.isEmpty ? "true" : $0.joined(separator: ",") }
    arrays = Set(given.lazy.filter { $1.count > 1 }.map(\.key))
  }

  private static func variable(_ option: Substring) -> String {
    String(option.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}
