// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry

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

  static func rows(of manifest: Manifest) -> [RouteRow] {
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
