// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import GantryCore
internal import GantryEvents
internal import GantryLaunch
internal import GantryRouting
internal import GantrySupport

/// `gantry list`: lists the modules, routes, interceptors, services, events or tasks of an app.
struct ListCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the modules, routes, interceptors, services, events or tasks of an app.",
    discussion: "Nothing in the app is started: its manifest has everything.")

  @Argument(help: "The kind of list.")
  var kind: ListKind

  @OptionGroup var app: AppOptions

  @Option(help: "Only the rows of this module; for services, also those that it injects.")
  var module: String?

  @Option(help: "Output format: a table (text), or a JSON object (json).")
  var format = TextFormat.text

  /// Returns the list, or the reason why there is none.
  func result() throws(ToolFailure) -> ToolResult {
    let manifest = try app.source().manifest
    return ToolResult(output: [try text(of: manifest, only: try name(in: manifest))])
  }

  /// Returns the name of the requested module, which the user may also name by its type.
  private func name(in manifest: AppManifest) throws(ToolFailure) -> String? {
    guard let module else { return nil }
    let names = manifest.modules.map(\.name.rawValue)
    if names.contains(module) { return module }
    if let entry = manifest.modules.first(where: { $0.isType(module) }) {
      return entry.name.rawValue
    }
    let near = NearNames.of(module, among: names)
    throw ToolFailure("No module is named '\(module)'.\(Wording.near(near))", .misuse)
  }

  private func text(of manifest: AppManifest, only module: String?) throws(ToolFailure) -> String {
    switch kind {
    case .modules: try text(ModuleRow.rows(of: manifest), module)
    case .routes: try text(RouteRow.rows(of: manifest), module)
    case .interceptors: try text(InterceptorRow.rows(of: manifest), module)
    case .services: try text(ServiceRow.rows(of: manifest), module)
    case .events: try text(EventRow.rows(of: manifest, heardBy: module), module)
    case .tasks: try text(TaskRow.rows(of: manifest), module)
    }
  }

  private func text(
    _ all: [some ListRow], _ module: String?
  ) throws(ToolFailure) -> String {
    let rows = module.map { module in all.filter { $0.concerns(module) } } ?? all
    let file = ListFile(kind: kind, rows: rows)
    guard format == .text else {
      return try ToolJSON.text(of: NamedValue(name: kind.rawValue, value: rows))
    }
    guard rows.isEmpty else { return file.table }
    return module.map { "\($0) has no \(kind.rawValue)." } ?? "The app has no \(kind.rawValue)."
  }
}

/// An item of a list.
protocol ListRow: Encodable {
  /// The column headings. The last column may be wide, since no column follows it.
  static var head: [String] { get }
  /// The row's cells, in one or more lines.
  var lines: [[String]] { get }
  /// Returns whether a module declares the item, or takes part in it.
  func concerns(_ module: String) -> Bool
}

extension [String] {
  /// The texts in one cell; a dash if there are none.
  var cell: String { isEmpty ? "–" : joined(separator: ", ") }
}

/// A key in the JSON format.
struct ListKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A value in the JSON format: `{"schemaVersion": 1, "routes": […]}`.
struct NamedValue<Value: Encodable>: Encodable {
  let name: String
  let value: Value

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ListKey.self)
    try container.encode(1, forKey: ListKey(stringValue: "schemaVersion"))
    try container.encode(value, forKey: ListKey(stringValue: name))
  }
}

/// The rows of a list.
struct ListFile<Row: ListRow> {
  let kind: ListKind
  let rows: [Row]

  /// The rows as a table.
  var table: String {
    var table = TextTable(Row.head)
    for row in rows { row.lines.forEach { table.add($0) } }
    return table.text
  }
}

/// The kinds of lists.
enum ListKind: String, CaseIterable, Codable, ExpressibleByArgument {
  case modules, routes, interceptors, services, events, tasks
}

/// An event in a list, with all its handlers.
struct EventRow: ListRow {
  /// A handler of the event.
  struct Handler: Encodable {
    let module: String
    let function: String
    let repetition: HandlerRepetition
    let priority: Priority?
    let declaredAt: String
  }

  let event: String
  let handlers: [Handler]

  static let head = ["event", "heard by", "notes", "declared at"]

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
    return heard.keys.sorted().map { event in
      EventRow(event: event, handlers: (heard[event] ?? []).map(\.1))
    }
  }

  var lines: [[String]] {
    handlers.enumerated().map { position, handler in
      let notes =
        (handler.repetition == .once ? ["once"] : [])
        + (handler.priority.map { ["priority \($0)"] } ?? [])
      return [
        position == 0 ? event : "", "\(handler.module).\(handler.function)", notes.cell,
        handler.declaredAt,
      ]
    }
  }

  func concerns(_ module: String) -> Bool { handlers.contains { $0.module == module } }
}

/// A route in a list.
struct RouteRow: ListRow {
  let module: String
  let name: String
  let pattern: String
  let parameters: [RouteInfo.Parameter]
  let output: String
  let access: RouteOrigin
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

/// A declared interceptor in a list.
struct InterceptorRow: ListRow {
  let module: String
  let name: String
  let paths: [String]
  let priority: Priority
  let isAsync: Bool
  let asksPerson: Bool
  let declaredAt: String

  static let head = ["paths", "name", "asked", "priority", "declared at"]

  /// Returns the rows in the order in which the interceptors are asked.
  static func rows(of manifest: AppManifest) -> [InterceptorRow] {
    let rows = manifest.modules.flatMap { entry in
      entry.interceptors.map { interceptor in
        InterceptorRow(
          module: entry.name.rawValue, name: interceptor.name, paths: interceptor.paths,
          priority: interceptor.priority, isAsync: interceptor.isAsync,
          asksPerson: interceptor.asksPerson, declaredAt: interceptor.declaredAt)
      }
    }
    return rows.enumerated().sorted { first, second in
      let (one, other) = (first.element.priority, second.element.priority)
      return one == other ? first.offset < second.offset : one > other
    }.map(\.element)
  }

  var lines: [[String]] {
    [
      [
        paths.isEmpty ? "all" : paths.joined(separator: ", "), name,
        (isAsync ? "await" : "at once") + (asksPerson ? ", a person" : ""),
        "\(priority.rawValue)", declaredAt,
      ]
    ]
  }

  func concerns(_ module: String) -> Bool { self.module == module }
}

extension RouteInfo.Parameter {
  /// The parameter as `id: Int`, in brackets if it may be left out.
  var text: String { isRequired ? "\(label): \(type)" : "[\(label): \(type)]" }
}
