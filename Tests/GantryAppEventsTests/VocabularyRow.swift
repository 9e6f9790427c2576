// SPDX-License-Identifier: Apache-2.0

import GantryAppEvents
import GantryEvents

/// One row of the vocabulary's table, read from the event's type and an example of it.
struct VocabularyRow: Equatable, CustomStringConvertible {
  let cells: [String]
  var description: String { cells.joined(separator: " | ") }

  init<E: LifecycleEvent & NotificationRepresentable>(_ event: E) {
    let held = E.merge.held.map { "\($0)" }
    let isVoid = E.Response.self == Void.self
    cells = [
      "\(E.self)",
      // Without what refers to the system's own object, which isn't public.
      Self.code(Mirror(reflecting: event).children.compactMap(\.label).filter { $0 != "system" }),
      E.merge.name,
      isVoid ? "–" : Self.word(E.merge.unanswered),
      isVoid ? "–" : held ?? "–",
      "\(E.whileLaunching)",
      Self.code(event.notificationUserInfo.keys.sorted()),
    ]
  }

  /// Reads a line of the table, without the event's sender.
  init(line: Substring) {
    let parts = line.split(separator: "|").map {
      String($0.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
    // Without backticks.
    cells = [parts[0].filter(\.isLetter)] + parts.dropFirst().prefix(6)
  }

  private static func code(_ names: [String]) -> String {
    names.isEmpty ? "–" : names.map { "`\($0)`" }.joined(separator: ", ")
  }

  private static func word(_ answer: some Sendable) -> String {
    switch answer {
    case let answer as InterfaceOrientations: answer == .all ? "all" : "\(answer)"
    case let answer as NotificationPresentation: answer.isEmpty ? "empty" : "\(answer)"
    case let answer as SavedState: answer.modules.isEmpty ? "empty" : "\(answer)"
    default: "\(answer)"
    }
  }
}
