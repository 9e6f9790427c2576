// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Gantry

/// Stands for a module whose target brings files along.
public final class ReaderModule {
  /// The text of the file, or the error, as the module sees it.
  public static func read() -> String {
    do {
      return try ModuleResources(of: ReaderModule.self).text("note.txt")
    } catch {
      return "\(error)"
    }
  }
}
