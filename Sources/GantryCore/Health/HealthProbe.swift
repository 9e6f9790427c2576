// SPDX-License-Identifier: Apache-2.0

/// A question that an orchestrator such as Kubernetes asks.
public enum HealthProbe: String, Sendable, Hashable, CaseIterable {
  /// Whether the process works; if it doesn't, the orchestrator should restart it.
  case live
  /// Whether it can take requests.
  case ready
}
