// SPDX-License-Identifier: Apache-2.0

#if Extras
  internal import GantryTool
#else
  internal import Foundation
#endif

/// The program `gantry`.
@main
enum GantryMain {
  static func main() {
    #if Extras
      Tool.main()
    #else
      let advice = "error: build it with `swift build --traits Extras --product gantry`\n"
      FileHandle.standardError.write(Data(advice.utf8))
      exit(EX_USAGE)
    #endif
  }
}
