// SPDX-License-Identifier: Apache-2.0

internal import Gantry

extension ManifestDiff {
  /// Routes, by name; one of another name with the same pattern is the same under a new name.
  mutating func compareRoutes() {
    let before = old.manifest.modules.flatMap(\.routes)
    let after = new.manifest.modules.flatMap(\.routes)
    let names = Set(before.map(\.name))
    let added = after.filter { !names.contains($0.name) }
    var renamed: Set<String> = []
    for route in before {
      if let next = after.first(where: { $0.name == route.name }) {
        compare(route, next)
      } else if let next = added.first(where: {
        $0.pattern == route.pattern && !renamed.contains($0.name)
      }) {
        renamed.insert(next.name)
        addRoute(.breaks, next, "was named \(route.name): calls by that name find nothing")
        compare(route, next)
      } else {
        addRoute(.breaks, route, "is gone: \(route.pattern)")
      }
    }
    for route in added where !renamed.contains(route.name) {
      let access = route.access == .external ? ", open to the outside" : ""
      addRoute(.adds, route, "is new: \(route.pattern)\(access)")
    }
  }

  private mutating func compare(_ before: RouteInfo, _ after: RouteInfo) {
    if before.pattern != after.pattern {
      addRoute(.breaks, after, "had the pattern \(before.pattern) and has \(after.pattern)")
    }
    compareParameters(before, after)
    if before.output != after.output {
      addRoute(.breaks, after, "returned \(before.output) and returns \(after.output)")
    }
    switch (before.access, after.access) {
    case (.external, .internal): addRoute(.breaks, after, "is internal now: URLs from outside fail")
    case (.internal, .external): addRoute(.changes, after, "is open to URLs from outside now")
    default: break
    }
    if !before.isAsync && after.isAsync {
      addRoute(.breaks, after, "takes time now: callers need 'await'")
    } else if before.isAsync && !after.isAsync {
      addRoute(.changes, after, "answers at once now")
    }
    if before.owner != after.owner {
      addRoute(.changes, after, "moved here from \(before.owner)")
    }
  }

  private mutating func compareParameters(_ before: RouteInfo, _ after: RouteInfo) {
    let known = Dictionary(
      before.parameters.map { ($0.label, $0) }, uniquingKeysWith: { first, _ in first })
    let kept = Set(after.parameters.map(\.label))
    for parameter in after.parameters {
      let text = "'\(parameter.label): \(parameter.type)'"
      guard let previous = known[parameter.label] else {
        addRoute(
          parameter.isRequired ? .breaks : .changes, after,
          "has a new parameter \(text) \(parameter.isRequired ? "without" : "with") a default")
        continue
      }
      if previous.type != parameter.type {
        addRoute(.breaks, after, "took '\(previous.label): \(previous.type)' and takes \(text)")
      } else if previous.isRequired != parameter.isRequired {
        addRoute(
          parameter.isRequired ? .breaks : .changes, after,
          parameter.isRequired ? "now needs \(text)" : "can be called without \(text) now")
      }
    }
    for parameter in before.parameters where !kept.contains(parameter.label) {
      addRoute(
        .breaks, after, "no longer has the parameter '\(parameter.label): \(parameter.type)'")
    }
  }

  private mutating func addRoute(
    _ effect: ManifestChange.Effect, _ route: RouteInfo, _ what: String
  ) {
    add(effect, in: route.owner.rawValue, .route, route.name, what, at: route.declaredAt)
  }
}
