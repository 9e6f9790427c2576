// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The kind of process that an application lives in.
public enum ProcessKind: String, Sendable, Codable, CaseIterable {
  /// The app itself, or a command line tool.
  case app
  /// A daemon or server.
  case daemon
  /// An app extension or another helper of an app.
  case appExtension
}
