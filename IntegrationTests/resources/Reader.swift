// SPDX-License-Identifier: Apache-2.0

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
