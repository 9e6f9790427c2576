// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry

/// A service in a list: once for each provider, or once where it has none.
struct ServiceRow: ListRow, ModuleFiltering {
  /// A module that injects it, and the form of injection.
  struct Injection: Encodable {
    let module: String
    let kind: ServiceRequest.Kind
    let declaredAt: String
  }

  let type: String
  /// Nil where no module provides it; the app itself may.
  let provider: String?
  let scope: ServiceScope?
  let isFallback: Bool?
  let declaredAt: String?
  let injectedBy: [Injection]

  static let head = ["service", "provider", "scope", "declared at", "injected by"]

  static func rows(of manifest: Manifest) -> [ServiceRow] {
    let entries = manifest.modules
    let provided = entries.flatMap { entry in
      entry.provides.map { (service: $0, module: entry.name.rawValue) }
    }
    let injected = Dictionary(
      grouping: entries.flatMap { entry in
        entry.injects.map { (service: $0, module: entry.name.rawValue) }
      }, by: \.service.type
    ).mapValues { requests in
      requests.map {
        Injection(
          module: $0.module, kind: $0.service.kind ?? .required,
          declaredAt: $0.service.declaredAt)
      }
    }
    let rows = provided.map { service, module in
      ServiceRow(
        type: service.type, provider: module, scope: service.scope,
        isFallback: service.isFallback, declaredAt: service.declaredAt,
        injectedBy: injected[service.type] ?? [])
    }
    let known = Set(rows.map(\.type))
    let others = injected.filter { !known.contains($0.key) }.map { type, requests in
      ServiceRow(
        type: type, provider: nil, scope: nil, isFallback: nil, declaredAt: nil,
        injectedBy: requests)
    }
    return (rows + others).sorted { ($0.type, $0.provider ?? "") < ($1.type, $1.provider ?? "") }
  }

  var lines: [[String]] {
    let isFallback = isFallback ?? false
    return [
      [
        type.withoutSwiftModules, provider ?? "no module",
        (scope.map { [$0.rawValue] + (isFallback ? ["fallback"] : []) } ?? []).cell,
        declaredAt ?? "–", injectedBy.map(\.text).cell,
      ]
    ]
  }

  func concerns(_ module: String) -> Bool {
    provider == module || injectedBy.contains { $0.module == module }
  }
}

extension ServiceRow.Injection {
  fileprivate var text: String {
    kind == .required ? module : "\(module) (\(kind.rawValue))"
  }
}
