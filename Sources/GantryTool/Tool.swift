// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import GantrySupport

/// The tool behind the program `gantry`.
package enum Tool {
  /// Runs the command line, and ends the process.
  package static func main() {
    do {
      var command = try GantryCommand.parseAsRoot()
      try command.run()
    } catch {
      end(error)
    }
  }

  /// Prints a message of the command-line parser, such as the help, and ends the process.
  private static func end(_ error: any Error) -> Never {
    let code = GantryCommand.exitCode(for: error)
    var text = GantryCommand.fullMessage(for: error)
    if !code.isSuccess, let hint = hint(for: CommandLine.arguments.dropFirst()) {
      let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      text = ([lines[0] + hint] + lines.dropFirst()).joined(separator: "\n")
    }
    let file = code.isSuccess ? FileHandle.standardOutput : FileHandle.standardError
    // If the output can't be written, the exit status stays the same.
    if !text.isEmpty { try? file.write(contentsOf: Data((text + "\n").visible.utf8)) }
    exit(code.rawValue)
  }

  /// Returns a sentence about the first word that should be a command and isn't, after a full stop:
  /// commands with similar names, or else all commands of its group.
  private static func hint(for words: some Sequence<String>) -> String? {
    var group: any ParsableCommand.Type = GantryCommand.self
    for word in words where !word.hasPrefix("-") {
      let commands = group.configuration.subcommands
      guard !commands.isEmpty else { return nil }
      if let next = commands.first(where: { $0.configuration.commandName == word }) {
        group = next
        continue
      }
      let names = commands.compactMap { $0.configuration.commandName }
      let near = NearNames.of(word, among: names)
      if !near.isEmpty { return ".\(Wording.near(near.map { "'\($0)'" }))" }
      guard group != GantryCommand.self, group.configuration.defaultSubcommand == nil else {
        return nil
      }
      let extra = group == NewCommand.self ? NewCommand.others : ""
      return """
        . The commands of '\(group.configuration.commandName ?? "")' are \
        \(Wording.list(names, "and"))\(extra).
        """
    }
    return nil
  }
}

extension String {
  /// The text in a form that is safe for a terminal.
  ///
  /// Characters that would move the cursor, change colors or reverse the direction of writing are
  /// escaped as in JSON: `\u001b`. Line breaks and tabs stay.
  var visible: String {
    // Hardly any text has such characters, and a text may be long. The first bytes of characters
    // rule most texts out.
    guard utf8.contains(where: Self.mayHide), unicodeScalars.contains(where: Self.isHidden)
    else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      guard Self.isHidden(scalar) else { return text.unicodeScalars.append(scalar) }
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  private static func mayHide(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 && byte != 0x0a || byte == 0x7f || byte == 0xc2 || byte == 0xe2
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0a: false
    // Control characters of ASCII and Latin-1, and characters that override the writing direction.
    case 0x00...0x1f, 0x7f...0x9f, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}

/// The root command: `gantry <noun> <verb>`.
struct GantryCommand: ParsableCommand {
  /// The version of the tool. Between releases, it is the next version with `-dev`.
  static let currentVersion = "0.1.0-dev"

  static let configuration = CommandConfiguration(
    commandName: "gantry",
    abstract: "Create, check and inspect Gantry apps and modules.",
    discussion: (["Exit codes:"] + ToolExit.allCases.map(\.line)).joined(separator: "\n"),
    version: Self.currentVersion,
    subcommands: [
      NewCommand.self, UseCommand.self, CheckCommand.self, WhyCommand.self, ListCommand.self,
      GraphCommand.self, ReportCommand.self, FleetCommand.self, PlanCommand.self,
      InspectCommand.self,
    ])
}
