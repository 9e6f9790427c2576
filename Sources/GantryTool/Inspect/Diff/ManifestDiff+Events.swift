// SPDX-License-Identifier: Apache-2.0

internal import Gantry

extension ManifestDiff {
  /// The payloads of events, and their handlers.
  mutating func compareEvents() {
    if let before = old.manifest.events, let after = new.manifest.events {
      compareFields(before, after)
    } else {
      note("What events carry was not compared: a manifest does not tell it.")
    }
    let before = old.index.entries
    let after = new.index.entries
    for name in Set(before.keys).union(after.keys).sorted() {
      compareHandlers(of: name, before[name]?.handlers ?? [], after[name]?.handlers ?? [])
    }
  }

  private mutating func compareFields(_ before: [AppManifest.Event], _ after: [AppManifest.Event]) {
    let known = Dictionary(before.map { ($0.type, $0) }, uniquingKeysWith: { first, _ in first })
    for event in after {
      guard let previous = known[event.type] else { continue }
      guard let old = previous.fields, let new = event.fields else {
        if previous.fields != event.fields {
          note("What \(event.name) carries was not compared: a manifest does not tell it.")
        }
        continue
      }
      compare(old, new, of: event)
    }
  }

  private mutating func compare(
    _ before: [AppManifest.Field], _ after: [AppManifest.Field], of event: AppManifest.Event
  ) {
    let target = String(event.type.prefix { $0 != "." })
    // Handlers tell the name of an event without its Swift module.
    let isOnly = new.manifest.events?.count { $0.name == event.name } == 1
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
      // When the module itself is gone, its own line says so.
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
