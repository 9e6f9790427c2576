// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry
internal import GantryText

/// An event in a list, with all its handlers.
struct EventRow: ListRow, ModuleFiltering {
  /// A handler of the event.
  struct Handler: Encodable {
    let module: String
    let function: String
    let repetition: HandlerRepetition
    let priority: Priority?
    let declaredAt: String
  }

  let event: String
  /// The event's fields; nil where they are unknown.
  let fields: [Manifest.Field]?
  let handlers: [Handler]

  static let head = ["event", "heard by", "notes", "declared at", "carries"]

  static func rows(of manifest: Manifest, heardBy module: String? = nil) -> [EventRow] {
    let entries = manifest.modules.filter { module == nil || $0.name.rawValue == module }
    let heard = Dictionary(
      grouping: entries.flatMap { entry in
        entry.handlers.map { handler in
          (
            handler.event,
            Handler(
              module: entry.name.rawValue, function: handler.function,
              repetition: handler.repetition, priority: handler.priority,
              declaredAt: handler.declaredAt)
          )
        }
      }, by: \.0)
    let known = Dictionary(grouping: manifest.events ?? [], by: \.name)
    return heard.keys.sorted().map { event in
      // With two events of one name, it is unknown which one is meant.
      let found = known[event] ?? []
      return EventRow(
        event: event, fields: found.count == 1 ? found[0].fields : nil,
        handlers: (heard[event] ?? []).map(\.1))
    }
  }

  var lines: [[String]] {
    handlers.enumerated().map { position, handler in
      let notes =
        (handler.repetition == .once ? ["once"] : [])
        + (handler.priority.map { ["priority \($0)"] } ?? [])
      let fields = fields?.map { "\($0.name): \($0.type.withoutSwiftModules)" }
      return [
        position == 0 ? event : "", "\(handler.module).\(handler.function)", notes.cell,
        handler.declaredAt, position == 0 ? fields?.cell ?? "?" : "",
      ]
    }
  }

  func concerns(_ module: String) -> Bool { handlers.contains { $0.module == module } }
}
