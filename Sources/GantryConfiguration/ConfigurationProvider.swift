// SPDX-License-Identifier: Apache-2.0

public import Configuration
public import GantryCore

/// A provider of swift-configuration as a source of an application's configuration.
///
/// ```swift
/// let file = try await ReloadingFileProvider<JSONSnapshot>(filePath: "/etc/shop.json")
/// Application(sources: [ConfigurationProvider(file)])
/// ```
///
/// Modules read its values through `context.config` or `context.configReader`.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct ConfigurationProvider: ConfigurationSource {
  let provider: any ConfigProvider

  /// Creates a source.
  ///
  /// - Parameter provider: The provider; its keys begin with the names of modules.
  public init(_ provider: any ConfigProvider) { self.provider = provider }

  /// Returns the value of a key, of the first type that the provider has it in.
  public func value(forKey key: String) -> SourcedValue? {
    let key = AbsoluteConfigKey(key.split(separator: ".").map(String.init))
    // `true` may read as a number and any number as a boolean, so numbers come first.
    let types: [ConfigType] = [
      .string, .int, .double, .bool, .stringArray, .intArray, .doubleArray, .boolArray,
    ]
    for type in types {
      guard let found = try? provider.value(forKey: key, type: type).value,
        let value = ConfigurationValue(found.content)
      else { continue }
      return SourcedValue(value, source: provider.providerName, secret: found.isSecret)
    }
    return nil
  }
}

extension ModuleContext {
  /// The module's configuration as swift-configuration reads it: all sources of the application, in
  /// their order, with keys in the module's section.
  ///
  /// A ``ConfigurationProvider`` is watched as itself; values of other sources are those of the
  /// moment. A value of the wrong type is a warning in the log, unless the reader throws.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public var configReader: ConfigReader {
    let sources = config.sources.map { source -> any ConfigProvider in
      (source as? ConfigurationProvider)?.provider ?? SourceProvider(find: source.value)
    }
    return ConfigReader(
      providers: sources + [SourceProvider(find: config.find)],
      accessReporter: ReadingReporter(config: config)
    ).scoped(to: ConfigKey(config.section.rawValue.split(separator: ".").map(String.init)))
  }
}

/// Tells the application which keys a reader has read, and which values it could not use.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ReadingReporter: AccessReporter {
  let config: ModuleConfiguration

  func report(_ event: AccessEvent) {
    let failures = event.providerResults.lazy.compactMap { outcome -> (any Error)? in
      if case .failure(let error) = outcome.result { error } else { nil }
    }
    var failure = event.conversionError ?? failures.first
    // The reader throws it to its caller.
    if case .failure = event.result { failure = nil }
    config.note(
      event.metadata.key.components.joined(separator: "."), event.metadata.valueType.rawValue,
      default: (try? event.result.get()).flatMap { ConfigurationValue($0.content) },
      failure: failure.map { "\($0)" })
  }
}

extension ConfigurationValue {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  fileprivate init?(_ content: ConfigContent) {
    switch content {
    case .string(let text): self = .string(text)
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .bool(let flag): self = .bool(flag)
    case .stringArray(let items): self = .array(items.map { .string($0) })
    case .intArray(let items): self = .array(items.map { .int($0) })
    case .doubleArray(let items): self = .array(items.map { .double($0) })
    case .boolArray(let items): self = .array(items.map { .bool($0) })
    case .bytes, .byteChunkArray: return nil
    }
  }
}
