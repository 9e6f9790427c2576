// SPDX-License-Identifier: Apache-2.0

internal import Gantry

extension ManifestDiff {
  /// Compares routes by name. A route with another name but the same pattern counts as renamed.
  mutating func compareRoutes() {
    let before = old.manifest.modules.flatMap(\.routes)
    let after = new.manifest.modules.flatMap(\.routes)
    let names = Set(before.map(\.name))
    let known = Dictionary(after.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let added = after.filter { !names.contains($0.name) }
    // Of each pattern, the last comes first.
    var waiting = Dictionary(grouping: added.reversed(), by: \.pattern)
    var renamed: Set<String> = []
    for route in before {
      if let next = known[route.name] {
        compare(route, next)
      } else if let next = waiting[route.pattern]?.popLast() {
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
      addRoute(.breaks, after, "is async now: callers need 'await'")
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

extension ManifestDiff {
  /// Compares the payloads of events, and their handlers.
  mutating func compareEvents() {
    if let before = old.manifest.events, let after = new.manifest.events {
      compareFields(before, after)
    } else {
      note("What events carry was not compared: a manifest does not say.")
    }
    let before = old.index.entries
    let after = new.index.entries
    for name in Set(before.keys).union(after.keys).sorted() {
      compareHandlers(of: name, before[name]?.handlers ?? [], after[name]?.handlers ?? [])
    }
  }

  private mutating func compareFields(_ before: [AppManifest.Event], _ after: [AppManifest.Event]) {
    let known = Dictionary(before.map { ($0.type, $0) }, uniquingKeysWith: { first, _ in first })
    let counts = Dictionary(after.map { ($0.name, 1) }, uniquingKeysWith: +)
    for event in after {
      guard let previous = known[event.type] else { continue }
      guard let old = previous.fields, let new = event.fields else {
        if previous.fields != event.fields {
          note("What \(event.name) carries was not compared: a manifest does not say.")
        }
        continue
      }
      compare(old, new, of: event, isOnly: counts[event.name] == 1)
    }
  }

  private mutating func compare(
    _ before: [AppManifest.Field], _ after: [AppManifest.Field], of event: AppManifest.Event,
    isOnly: Bool
  ) {
    let target = String(event.type.prefix { $0 != "." })
    // Handlers have the name of an event without its Swift module.
    let reason = isOnly ? "hears it" : "hears an event of that name"
    let concerns = (new.index.hearers[event.name] ?? []).map {
      ManifestChange.Concern(module: $0, reason: reason)
    }
    for field in before {
      let text = "'\(field.name): \(field.type.withoutSwiftModules)'"
      guard let next = after.first(where: { $0.name == field.name }) else {
        add(
          .breaks, in: target, .event, event.name, "no longer carries \(text)",
          concerning: concerns)
        continue
      }
      if next.type != field.type {
        add(
          .breaks, in: target, .event, event.name,
          "carried \(text) and carries '\(next.name): \(next.type.withoutSwiftModules)'",
          concerning: concerns)
      }
    }
    for field in after where !before.contains(where: { $0.name == field.name }) {
      add(
        .changes, in: target, .event, event.name,
        "also carries '\(field.name): \(field.type.withoutSwiftModules)': its senders may have to "
          + "give one", concerning: concerns)
    }
  }

  private mutating func compareHandlers(
    of module: String, _ before: [AppManifest.Handler], _ after: [AppManifest.Handler]
  ) {
    func find(
      _ handler: AppManifest.Handler, in list: [AppManifest.Handler]
    ) -> AppManifest.Handler? {
      list.first { $0.function == handler.function && $0.event == handler.event }
    }
    for handler in before where find(handler, in: after) == nil {
      let others = new.index.hearers[handler.event] != nil
      // If the module itself is gone, its own line says so.
      guard !others || new.index.entries[module] != nil else { continue }
      let end = others ? "" : ", and no other module does"
      add(
        .removes, in: module, .handler, handler.function,
        "no longer hears \(handler.event)\(end)", at: handler.declaredAt)
    }
    for handler in after {
      guard let previous = find(handler, in: before) else {
        let once = handler.repetition == .once ? " once" : ""
        add(
          .adds, in: module, .handler, handler.function, "hears \(handler.event)\(once)",
          at: handler.declaredAt)
        continue
      }
      if previous.repetition != handler.repetition {
        let words = handler.repetition == .once ? "only the first" : "every"
        add(
          .changes, in: module, .handler, handler.function, "hears \(words) \(handler.event) now",
          at: handler.declaredAt)
      }
      if previous.priority != handler.priority {
        add(
          .changes, in: module, .handler, handler.function,
          "hears \(handler.event) in another place", at: handler.declaredAt)
      }
    }
  }
}
