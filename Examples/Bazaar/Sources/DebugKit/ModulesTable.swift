// SPDX-License-Identifier: Apache-2.0

#if DEBUG
  internal import DebugAPI
  internal import Foundation
  internal import Gantry

  /// The modules in the order of their launch, with their links to each other.
  struct ModulesTable {
    /// The parts of the manifest that the table shows, read from its JSON.
    private struct Manifest: Decodable {
      struct Entry: Decodable {
        let name: ModuleName
        let kind, target, declaredAt, stage: String
        let dependencies: [Dependency]
        let tasks, handlers: [Named]
        let provides, injects: [Service]
        let routes: [Path]
      }

      struct Dependency: Decodable { let kind, target: String }

      struct Named: Decodable {}

      struct Service: Decodable {
        let type: String
        let kind: String?
      }

      struct Path: Decodable { let pattern: String }

      let modules: [Entry]
    }

    private struct Row {
      let entry: Manifest.Entry
      let state: Explanation?
      /// From the start of its first task to the end of its last; nil when none has run.
      let launched: (from: Duration, to: Duration)?
    }

    private let rows: [Row]
    private let total: Duration

    init(_ inspection: Inspection) throws {
      let json = try inspection.manifest.json()
      let manifest = try JSONDecoder().decode(Manifest.self, from: Data(json.utf8))
      let tasks = inspection.report?.tasks ?? []
      total = inspection.report?.total ?? .zero
      rows = manifest.modules.map { entry in
        let own = tasks.filter { task in
          task.name == entry.name.rawValue || task.name.hasPrefix("\(entry.name).")
        }
        let launched = own.compactMap(\.started).min().map { first in
          (from: first, to: own.compactMap(\.finished).max() ?? first)
        }
        return Row(entry: entry, state: inspection.states[entry.name], launched: launched)
      }.sorted {
        ($0.launched?.from ?? .seconds(9e9), $0.entry.name)
          < ($1.launched?.from ?? .seconds(9e9), $1.entry.name)
      }
    }

    /// The table as lines for a terminal.
    var lines: String {
      rows.map { row in
        let time = row.launched.map { ", \(($0.to - $0.from).words)" } ?? ""
        return "\n  \(row.state?.description ?? row.entry.name.rawValue)\(time)"
      }.reduce("\(rows.count) modules and functions", +)
    }

    /// The values for the template `modules`.
    var values: [String: any Sendable] {
      let modules = rows.count { $0.entry.kind == "module" }
      let states = rows.compactMap(\.state?.state)
      return [
        "count": modules, "functions": rows.count - modules,
        "launched": states.count { $0 == .launched },
        "total": total.words, "modules": rows.map(values),
      ]
    }

    private func values(_ row: Row) -> [String: any Sendable] {
      let entry = row.entry
      let needs = entry.dependencies.filter { $0.kind == "requires" }.map(\.target)
      var values: [String: any Sendable] = [
        "name": entry.name.rawValue, "target": entry.target, "at": entry.declaredAt,
        "isFunction": entry.kind != "module", "stage": entry.stage,
        "state": row.state?.state.rawValue ?? "unknown",
        "chain": row.state?.chain.joined(separator: " ← ") ?? "",
        "requires": Self.list(needs + entry.injects.filter { $0.kind == "required" }.map(\.type)),
        "routes": Self.list(entry.routes.map { "/\($0.pattern.drop { $0 == "/" })" }),
        "services": Self.list(entry.provides.map(\.type)),
        "tasks": entry.tasks.count, "handlers": entry.handlers.count,
      ]
      if let (from, to) = row.launched {
        values["time"] = (to - from).words
        values["from"] = Self.share(from, of: total)
        values["width"] = Self.share(to - from, of: total)
        values["span"] = "From \(from.words) to \(to.words) of the launch"
      }
      return values
    }

    /// Types without the names of their targets, as developers say them.
    private static func list(_ names: [String]) -> [[String: any Sendable]] {
      names.map { name in
        ["name": name.hasPrefix("/") ? name : String(name.split(separator: ".").last ?? "")]
      }
    }

    /// The share of a picture that is 100 wide, always large enough to be seen.
    private static func share(_ part: Duration, of whole: Duration) -> String {
      let share = whole > .zero ? part.milliseconds / whole.milliseconds * 98 : 0
      return String(format: "%.1f", share + (share < 2 ? 1 : 0))
    }
  }
#endif
