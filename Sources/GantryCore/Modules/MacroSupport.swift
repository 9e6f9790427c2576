// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import GantryDiscovery
public import Logging

/// The type of the `log` that `@Module` adds to a module.
public typealias ModuleLogger = Logger

/// Support for the code that macros write, and for a record that you write by hand.
///
/// Code of apps needs none of it otherwise.
public enum MacroSupport {
  /// The layout of a link-time record.
  public typealias Record = LinkRecord

  /// The logger of a module's code, labeled with its name.
  ///
  /// - Parameter name: The module's name.
  public static func logger(_ name: ModuleName) -> ModuleLogger {
    var logger = Logger(label: name.rawValue)
    logger[metadataKey: "gantry.module"] = "\(name)"
    return logger
  }

  /// Returns its argument, asynchronously.
  ///
  /// An expansion cannot see whether a function is isolated. Around the call, this function makes
  /// `await` correct in both cases.
  public static func value<Value>(_ value: Value) async -> Value { value }

  /// Writes a manifest to the memory that discovery provides.
  ///
  /// - Parameters:
  ///   - manifest: The manifest of a record.
  ///   - destination: Uninitialized memory for one `ModuleManifest`.
  ///   - type: The identity of the type that the caller expects there.
  ///   - systems: The oldest versions of the platforms on which the module exists, such as
  ///     `["iOS": [18, 4]]`; a platform that isn't named has it.
  /// - Returns: False, with nothing written, when another type is expected, or the system is too old.
  public static func store(
    _ manifest: @autoclosure () -> ModuleManifest, at destination: UnsafeMutableRawPointer,
    as type: UnsafeRawPointer, from systems: [String: [Int]] = [:]
  ) -> Bool {
    guard systems.isEmpty || isPresent(on: systems) else { return false }
    return LinkedRecords.store(manifest(), at: destination, as: type)
  }

  /// Whether something that exists from some versions on exists on this system.
  ///
  /// An expansion can't ask with `#available`: inside the type, the compiler takes the answer for
  /// granted.
  static func isPresent(
    on systems: [String: [Int]], platform: String = platform,
    version: OperatingSystemVersion = ProcessInfo.processInfo.operatingSystemVersion
  ) -> Bool {
    guard let oldest = systems[platform] else { return true }
    let current = [version.majorVersion, version.minorVersion, version.patchVersion]
    return !current.lexicographicallyPrecedes(oldest)
  }

  /// The platform's name in `@available`; empty if the system's version isn't that of the platform.
  static var platform: String {
    #if targetEnvironment(macCatalyst)
      ""
    #elseif os(iOS)
      "iOS"
    #elseif os(macOS)
      "macOS"
    #elseif os(tvOS)
      "tvOS"
    #elseif os(watchOS)
      "watchOS"
    #elseif os(visionOS)
      "visionOS"
    #else
      ""
    #endif
  }

  /// A type with the isolation of a synchronous method: the one that takes these parameters.
  ///
  /// An expansion cannot see the overloads in extensions. So the parameters choose the method, and
  /// overload resolution then picks the variant that matches the method's isolation.
  ///
  /// - Parameters:
  ///   - method: The unapplied method.
  ///   - parameters: The types of its parameters.
  /// - Returns: The type of a function on the main actor.
  public static func isolation<Receiver, each Parameter, Output>(
    of method: (Receiver) -> @MainActor (repeat each Parameter) throws -> Output,
    taking parameters: repeat (each Parameter).Type
  ) -> (@MainActor () -> Void).Type { (@MainActor () -> Void).self }

  /// A type with the isolation of a synchronous method: the one that takes these parameters.
  ///
  /// - Parameters:
  ///   - method: The unapplied method.
  ///   - parameters: The types of its parameters.
  /// - Returns: The type of a function that isn't on the main actor.
  public static func isolation<Receiver, each Parameter, Output>(
    of method: (Receiver) -> (repeat each Parameter) throws -> Output,
    taking parameters: repeat (each Parameter).Type
  ) -> (() -> Void).Type { (() -> Void).self }

  /// A type with the isolation of an asynchronous method: the one that takes these parameters.
  ///
  /// - Parameters:
  ///   - method: The unapplied method.
  ///   - parameters: The types of its parameters.
  /// - Returns: The type of a function on the main actor.
  public static func isolation<Receiver, each Parameter, Output>(
    ofAsync method: (Receiver) -> @MainActor (repeat each Parameter) async throws -> Output,
    taking parameters: repeat (each Parameter).Type
  ) -> (@MainActor () -> Void).Type { (@MainActor () -> Void).self }

  /// A type with the isolation of an asynchronous method: the one that takes these parameters.
  ///
  /// All three variants fit a method of another actor equally well. The compiler then chooses this
  /// one, because it asks more of the module.
  ///
  /// - Parameters:
  ///   - method: The unapplied method.
  ///   - parameters: The types of its parameters.
  /// - Returns: The type of a function that isn't on the main actor.
  public static func isolation<Receiver: Sendable, each Parameter, Output>(
    ofAsync method: (Receiver) ->
      nonisolated(nonsending) (repeat each Parameter) async throws -> Output,
    taking parameters: repeat (each Parameter).Type
  ) -> (() -> Void).Type { (() -> Void).self }

  /// A type with the isolation of an asynchronous method: the one that takes these parameters.
  ///
  /// Its result type differs from the previous variant's; otherwise the compiler would take the two
  /// for one.
  ///
  /// - Parameters:
  ///   - method: The unapplied method.
  ///   - parameters: The types of its parameters.
  /// - Returns: The type of a function that isn't on the main actor.
  public static func isolation<Receiver, each Parameter, Output>(
    ofAsync method: (Receiver) -> @concurrent (repeat each Parameter) async throws -> Output,
    taking parameters: repeat (each Parameter).Type
  ) -> (@concurrent () async -> Void).Type { (@concurrent () async -> Void).self }

  /// The actor of a function: of an asynchronous method, or of an empty function like it.
  ///
  /// - Parameters:
  ///   - method: The function, as a member of its instance or type.
  ///   - parameters: The types of its parameters, which choose among overloads.
  /// - Returns: The actor that the compiler finds; nil if there is none.
  public static func actor<each Parameter, Output>(
    of method: @isolated(any) (repeat each Parameter) async throws -> Output,
    taking parameters: repeat (each Parameter).Type
  ) -> (any Actor)? { method.isolation }

  /// The actor of a function that runs where its caller does, which doesn't fit the other variant.
  ///
  /// The result type only tells the two variants apart.
  ///
  /// - Parameters:
  ///   - method: The function, as a member of its instance or type.
  ///   - parameters: The types of its parameters, which choose among overloads.
  /// - Returns: Nil.
  public static func actor<each Parameter, Output>(
    of method: nonisolated(nonsending) (repeat each Parameter) async throws -> Output,
    taking parameters: repeat (each Parameter).Type
  ) -> MainActor? { nil }

  /// Calls an asynchronous function on its actor.
  ///
  /// In an optimized build, Swift before 6.3.3 can remove the hop at the entry of a function that
  /// awaits a `nonisolated(nonsending)` function before it does anything else. Both then run where
  /// the caller is. So the caller goes to the actor first.
  ///
  /// - Parameters:
  ///   - actor: The actor that the function belongs to; nil if it belongs to none.
  ///   - body: The call.
  /// - Returns: The function's result.
  /// - Throws: The function's error.
  @inline(never)
  public static func run<Value: Sendable>(
    on actor: isolated (any Actor)?,
    _ body: nonisolated(nonsending) @Sendable () async throws -> Value
  ) async rethrows -> Value {
    // Without a synchronous call that the compiler can't see into, this hop would be removed, too.
    actor?.assertIsolated()
    return try await body()
  }

  /// Whether a function's type belongs to the main actor.
  static func isMainActor(_ function: Any.Type) -> Bool {
    effects(of: function).contains("MainActor ")
  }

  /// Whether a function's type is `async`.
  static func isAsynchronous(_ function: Any.Type) -> Bool {
    effects(of: function).contains(" async ")
  }

  /// What a function's type says of the function itself, and not of its parameters and its result.
  private static func effects(of function: Any.Type) -> String {
    // `(Shop.Orders) -> @Swift.MainActor (Shop.Ticked) async -> ()` for a method, which gets its module
    // first. A parameter may be a function of the main actor, too.
    var depth = 0
    let outer = String(reflecting: function).filter { character in
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      return depth == 0
    }
    let parts = outer.split(separator: "->")
    return parts.prefix(max(1, min(2, parts.count - 1))).joined()
  }
}

/// Stand-ins for a marker's arguments that the compiler rejected, so that the mistake is reported
/// only where it is written; not for use by hand.
extension Module {
  /// The options of a task whose own were rejected.
  public static func __gantry<Tag>(_: Tag.Type) -> TaskOptions { TaskOptions() }

  /// The options of a handler whose own were rejected.
  public static func __gantry<Tag>(_: Tag.Type) -> HandlerOptions { HandlerOptions() }

  /// The name of an event whose own was rejected.
  public static func __gantry<Tag>(_: Tag.Type) -> String { "" }

  /// The options of long-running work whose own were rejected.
  public static func __gantry<Tag>(_: Tag.Type) -> RunOptions { RunOptions() }

  /// The options of a shutdown function whose own were rejected.
  public static func __gantry<Tag>(_: Tag.Type) -> ShutdownOptions { ShutdownOptions() }

  /// The options of a service whose own were rejected.
  public static func __gantry<Tag>(_: Tag.Type) -> ProvideOptions { ProvideOptions() }

  /// The qualifier of a service whose own was rejected.
  public static func __gantry<Tag>(_: Tag.Type) -> ServiceQualifier? { nil }

  /// The options of a route whose own were rejected.
  public static func __gantry<Tag>(_: Tag.Type) -> RouteOptions { RouteOptions() }
}
