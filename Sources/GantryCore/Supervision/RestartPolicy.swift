// SPDX-License-Identifier: Apache-2.0

/// The ends of long-running work that lead to a restart.
public enum RestartPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// Only an error; when the work returns, it is over.
  case onFailure
  /// Any end: an error or a return.
  case always
}
