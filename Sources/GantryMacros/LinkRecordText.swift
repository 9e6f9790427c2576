// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The link-time record of a manifest, as source text.
enum LinkRecordText {
  /// The static member that the linker collects.
  ///
  /// - Parameters:
  ///   - name: The member's name.
  ///   - manifest: The expression that makes the manifest; it must not need `Self`.
  ///   - isDebugOnly: Whether only a debug build has the record.
  static func member(named name: String, manifest: String, isDebugOnly: Bool) -> String {
    let member = """
      #if objectFormat(ELF)
      @section(".note.gantry")
      #elseif objectFormat(MachO)
      @section("__DATA_CONST,__gantry")
      #endif
      @used
      private nonisolated static let \(name): Gantry.MacroSupport.Record = (
        4, 24, 1, 0x0052_5447, 1, 0,
        { out, type in Gantry.MacroSupport.store(\(manifest), at: out, as: type) }, 0
      )
      """
    return isDebugOnly ? "#if DEBUG\n\(member)\n#endif" : member
  }
}
