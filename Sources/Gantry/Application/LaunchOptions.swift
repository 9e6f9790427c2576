// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Foundation

/// How and why an app was started: what hosts know and modules may ask.
public struct LaunchOptions: Sendable {
  /// Why the app was started.
  public var source: LaunchSource
  /// The kind of process it runs in.
  public var processKind: ProcessKind
  /// The command line, without the program's own name.
  public var arguments: [String]
  /// The process environment.
  public var environment: [String: String]
  /// The URL that started the app, when the source is ``LaunchSource/url``.
  public var url: URL?
  /// The payload of the notification that started the app, as JSON, when the source is
  /// ``LaunchSource/push``; what ``DidReceiveRemoteNotification`` carries later.
  public var notification: Data?
  /// The quick action that started the app, when the source is ``LaunchSource/quickAction``.
  public var quickAction: PerformQuickAction?
  /// A random legal order to launch in, which shows what forgot to declare a dependency; nil takes
  /// the seed in `GANTRY_SHUFFLE` of the environment, and without one the planned order.
  public var shuffle: LaunchShuffle?

  /// States a launch.
  ///
  /// - Parameters:
  ///   - source: Why the app was started.
  ///   - processKind: The kind of process it runs in.
  ///   - arguments: The command line, without the program's own name.
  ///   - environment: The process environment.
  ///   - url: The URL that started the app.
  ///   - notification: The payload of the notification that started the app, as JSON.
  ///   - quickAction: The quick action that started the app.
  ///   - shuffle: A random legal order to launch in; nil asks the environment.
  public init(
    source: LaunchSource = .user, processKind: ProcessKind = .app,
    arguments: [String] = Array(CommandLine.arguments.dropFirst()),
    environment: [String: String] = ProcessInfo.processInfo.environment, url: URL? = nil,
    notification: Data? = nil, quickAction: PerformQuickAction? = nil, shuffle: LaunchShuffle? = nil
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
}
