// SPDX-License-Identifier: Apache-2.0

internal import GantryTool

/// The program `gantry`.
@main
enum GantryMain {
  static func main() { Tool.main() }
}
