// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import GantryEvents

/// How and why an app was started: facts that hosts know and modules can read.
///
/// The arguments of `@Launch` are ``TaskOptions``.
public struct LaunchOptions: Sendable {
  /// Why the app was started.
  public var source: LaunchSource
  /// The kind of process it runs in.
  public var processKind: ProcessKind
  /// The command line, without the program's own name.
  public var arguments: [String]
  /// The process environment.
  public var environment: [String: String]
  /// The URL that started the app, when the source is `LaunchSource.url`.
  public var url: URL?
  /// The payload of the notification that started the app, as JSON, when the source is
  /// `LaunchSource.push`; `DidReceiveRemoteNotification` carries it later.
  public var notification: Data?
  /// The quick action that started the app, when the source is `LaunchSource.quickAction`.
  public var quickAction: PerformQuickAction?
  /// The seed of a random but legal launch order, in which a task that lacks a dependency fails.
  ///
  /// Nil takes the seed in the environment variable `GANTRY_SHUFFLE`; without a seed, tasks launch
  /// in the planned order.
  public var shuffle: UInt64?
  /// The longest random delay before a task of a shuffled launch begins.
  package var longestShuffleDelay = Duration.milliseconds(20)

  /// Creates the options of a launch.
  ///
  /// - Parameters:
  ///   - source: Why the app was started.
  ///   - processKind: The kind of process it runs in.
  ///   - arguments: The command line, without the program's own name.
  ///   - environment: The process environment. The default leaves out `GANTRY_ONLY` and
  ///     `GANTRY_SHUFFLE` in a release build.
  ///   - url: The URL that started the app.
  ///   - notification: The payload of the notification that started the app, as JSON.
  ///   - quickAction: The quick action that started the app.
  ///   - shuffle: The seed of a random but legal launch order; nil asks the environment.
  public init(
    source: LaunchSource = .user, processKind: ProcessKind = .app,
    arguments: [String] = Array(CommandLine.arguments.dropFirst()),
    environment: [String: String] = Self.processEnvironment, url: URL? = nil,
    notification: Data? = nil, quickAction: PerformQuickAction? = nil, shuffle: UInt64? = nil
  ) {
    self.source = source
    self.processKind = processKind
    self.arguments = arguments
    self.environment = environment
    self.url = url
    self.notification = notification
    self.quickAction = quickAction
    self.shuffle = shuffle
  }

  /// Whether the system has started the process ahead of its use, for whatever reason it launched
  /// the app later.
  var isPrewarmed: Bool { source == .prewarm || environment["ActivePrewarm"] == "1" }

  /// The process environment, in a release build without `GANTRY_ONLY` and `GANTRY_SHUFFLE`.
  ///
  /// Otherwise, anyone who can set a daemon's environment could leave out, say, its authentication
  /// module. Code that passes these variables in its own environment can still do so.
  @usableFromInline package static var processEnvironment: [String: String] {
    var variables = ProcessInfo.processInfo.environment
    #if !DEBUG
      for name in debugVariables { variables[name] = nil }
    #endif
    return variables
  }

  /// The variables that only debug builds take from the process environment.
  static let debugVariables = ["GANTRY_ONLY", "GANTRY_SHUFFLE"]
}
