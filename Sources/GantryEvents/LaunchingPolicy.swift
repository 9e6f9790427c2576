// SPDX-License-Identifier: Apache-2.0

/// How a module that is still launching hears an event.
public enum LaunchingPolicy: String, Sendable, Codable, CaseIterable {
  /// Kept and delivered once, in order, when the module has launched.
  case hold
  /// Only the last one is kept: a state change that a later one supersedes.
  case latest
  /// Heard right after the module is created, before its launch tasks.
  case atCreation
}
