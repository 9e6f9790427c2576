// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryTool

/// The program `gantry`.
@main
enum GantryMain {
  static func main() { Tool.main() }
}
