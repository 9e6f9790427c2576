// SPDX-License-Identifier: Apache-2.0

/// Stands for a module: what matters here is what the package manager links and copies.
public final class ToolboxModule {
  /// What would give it away.
  public let marker = "toolbox-text-marker"
}
