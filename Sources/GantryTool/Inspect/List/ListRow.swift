// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Gantry
internal import GantryLaunch
internal import GantryText

/// An item of a list.
protocol ListRow: Encodable {
  /// The heads of the columns; the last column may be long, since it pushes nothing aside.
  static var head: [String] { get }
  /// One line or several.
  var lines: [[String]] { get }
}

extension [String] {
  /// The texts in one cell; a dash for none.
  var cell: String { isEmpty ? "–" : joined(separator: ", ") }
}

/// Rows as they are written for programs: `{"schemaVersion": 1, "routes": […]}`.
struct ListFile<Row: ListRow>: Encodable {
  static var schemaVersion: Int { 1 }

  let kind: ListKind
  let rows: [Row]

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Self.schemaVersion, forKey: Key(stringValue: "schemaVersion"))
    try container.encode(rows, forKey: Key(stringValue: kind.rawValue))
  }

  /// The rows as a table.
  var table: String {
    var table = TextTable(Row.head)
    for row in rows { row.lines.forEach { table.add($0) } }
    return table.text
  }
}

/// The kinds of lists.
enum ListKind: String, CaseIterable, Codable, ExpressibleByArgument {
  case modules, routes, services, events, tasks
}

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
  let fields: [AppManifest.Field]?
  let handlers: [Handler]

  static let head = ["event", "heard by", "notes", "declared at", "carries"]

  static func rows(of manifest: AppManifest, heardBy module: String? = nil) -> [EventRow] {
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

/// A route in a list.
struct RouteRow: ListRow, ModuleFiltering {
  let module: String
  let name: String
  let pattern: String
  let parameters: [RouteInfo.Parameter]
  let output: String
  let access: RouteAccess
  let isAsync: Bool
  let declaredAt: String

  static let head = ["pattern", "name", "output", "access", "call", "declared at", "parameters"]

  static func rows(of manifest: AppManifest) -> [RouteRow] {
    manifest.modules.flatMap { entry in
      entry.routes.map { route in
        RouteRow(
          module: entry.name.rawValue, name: route.name, pattern: route.pattern,
          parameters: route.parameters, output: route.output, access: route.access,
          isAsync: route.isAsync, declaredAt: route.declaredAt)
      }
    }.sorted { ($0.pattern, $0.name) < ($1.pattern, $1.name) }
  }

  var lines: [[String]] {
    [
      [
        pattern, name, output, access.rawValue, isAsync ? "await" : "at once", declaredAt,
        parameters.map(\.text).cell,
      ]
    ]
  }

  func concerns(_ module: String) -> Bool { self.module == module }
}

extension RouteInfo.Parameter {
  /// `id: Int`, and in brackets where it may be left out.
  var text: String { isRequired ? "\(label): \(type)" : "[\(label): \(type)]" }
}
