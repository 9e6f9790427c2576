// SPDX-License-Identifier: Apache-2.0

/// The kind of process that an application runs in.
public enum ProcessKind: String, Sendable, Codable, CaseIterable {
  /// The app itself, or a command line tool.
  case app
  /// A daemon or server.
  case daemon
  /// An app extension or another helper of an app.
  case appExtension
}
