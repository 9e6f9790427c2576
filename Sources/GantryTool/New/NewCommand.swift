// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser

/// `gantry new`: apps and modules from templates.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create apps and modules, as packages that build, run and are tested.",
    discussion: """
      A folder appears whole or not at all. Nothing is ever overwritten.

        gantry new app Shop
        cd Shop
        gantry new module Orders --into .
        swift run Shop
      """,
    subcommands: [App.self, Module.self])
}
