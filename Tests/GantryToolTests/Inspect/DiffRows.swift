// SPDX-License-Identifier: Apache-2.0

import Gantry

/// Changes of apps, one per row, with the tool's lines about each.
enum DiffRows {
  typealias Row = DiffTests.Row

  static func orders(_ build: Build) -> [ModuleManifest] {
    [.sample("Orders", ModuleOptions(), build)]
  }

  private static func route(
    _ parameters: RouteParameter..., pattern: String = "orders/:id", named name: String = "show",
    access: RouteAccess = .internal
  ) -> [ModuleManifest] {
    orders {
      $0.answers(
        pattern, name, [RouteParameter("id", Int.self)] + parameters,
        RouteOptions(access: access))
    }
  }

  static func lines(
    _ module: String, _ lines: String..., at place: String = "", concerning: String = ""
  ) -> String {
    let rest = [place, concerning].filter { !$0.isEmpty }.joined(separator: "; ")
    let end = rest.isEmpty ? [] : ["           \(rest)"]
    return ([module] + lines.flatMap { ["  \($0)"] + end }).joined(separator: "\n")
  }

  static func showing(_ line: String) -> String {
    lines("Orders", line, at: "Orders/Orders.swift:40")
  }

  static let routes: [Row] = [
    Row(
      "a parameter without default", route(), route(RouteParameter("tab", String.self)),
      breaks: true,
      showing("breaks   route Orders/show has a new parameter 'tab: String' without a default")),
    Row(
      "a parameter with a default", route(),
      route(RouteParameter("tab", String.self, hasDefault: true)),
      showing("changes  route Orders/show has a new parameter 'tab: String' with a default")),
    Row(
      "a parameter gone", route(RouteParameter("tab", String?.self)), route(), breaks: true,
      showing("breaks   route Orders/show no longer has the parameter 'tab: String?'")),
    Row(
      "a parameter of another type", route(RouteParameter("tab", String.self)),
      route(RouteParameter("tab", Int.self)), breaks: true,
      showing("breaks   route Orders/show took 'tab: String' and takes 'tab: Int'")),
    Row(
      "a default gone", route(RouteParameter("tab", Int.self, hasDefault: true)),
      route(RouteParameter("tab", Int.self)), breaks: true,
      showing("breaks   route Orders/show now needs 'tab: Int'")),
    Row(
      "a default added", route(RouteParameter("tab", Int.self)),
      route(RouteParameter("tab", Int.self, hasDefault: true)),
      showing("changes  route Orders/show can be called without 'tab: Int' now")),
    Row(
      "another pattern", route(), route(pattern: "order/:id"), breaks: true,
      showing("breaks   route Orders/show had the pattern orders/:id and has order/:id")),
    Row(
      "internal now", route(access: .external), route(), breaks: true,
      showing("breaks   route Orders/show is internal now: URLs from outside fail")),
    Row(
      "external now", route(), route(access: .external),
      showing("changes  route Orders/show is open to URLs from outside now")),
    Row(
      "another name", route(), route(named: "display"), breaks: true,
      showing(
        "breaks   route Orders/display was named Orders/show: calls by that name find nothing")),
    Row(
      "a route gone", route(), orders { _ in }, breaks: true,
      showing("breaks   route Orders/show is gone: orders/:id")),
    Row(
      "a new route", orders { _ in }, route(access: .external),
      showing("adds     route Orders/show is new: orders/:id, open to the outside")),
    Row(
      "another output", route(),
      orders { module in
        let id = [RouteParameter("id", Int.self)]
        module.route(
          "orders/:id", "show", id, at: "Orders/Orders.swift:40",
          body: .main { _, _, _ in
            1
          })
      }, breaks: true, showing("breaks   route Orders/show returned String and returns Int")),
    Row(
      "asynchronous now", route(),
      orders { module in
        let id = [RouteParameter("id", Int.self)]
        module.route(
          "orders/:id", "show", id, at: "Orders/Orders.swift:40",
          body: .background { _, _, _ in "" })
      }, breaks: true, showing("breaks   route Orders/show is async now: callers need 'await'")),
    Row(
      "synchronous now",
      orders { module in
        let id = [RouteParameter("id", Int.self)]
        module.route(
          "orders/:id", "show", id, at: "Orders/Orders.swift:40",
          body: .background { _, _, _ in "" })
      }, route(), showing("changes  route Orders/show answers at once now")),
    Row(
      "another module", route() + [.sample("Sales")],
      [
        .sample("Orders"),
        .sample("Sales") { $0.answers("orders/:id", "show", [RouteParameter("id", Int.self)]) },
      ], breaks: true,
      """
      Sales
        breaks   route Sales/show was named Orders/show: calls by that name find nothing
                 Sales/Sales.swift:40
        changes  route Sales/show moved here from Orders
                 Sales/Sales.swift:40
      """),
  ]

  private static let user = ModuleManifest.sample("Account") {
    $0.inject((any StorageService).self, at: "Account/Account.swift:3")
  }

  private static func storage(
    _ options: ProvideOptions = ProvideOptions(), in module: String = "Storage"
  ) -> ModuleManifest {
    .sample(module) { $0.offers((any StorageService).self, Memory(), options) }
  }

  static let services: [Row] = [
    Row(
      "a service gone", [user, storage()], [user, .sample("Storage")], breaks: true,
      lines(
        "Storage", "breaks   service StorageService is gone: no module provides it",
        at: "Storage/Storage.swift:20", concerning: "Account injects it")),
    Row(
      "another scope", [user, storage()], [user, storage(ProvideOptions(scope: .weak))],
      breaks: true,
      lines(
        "Storage", "breaks   service StorageService had the scope shared and has weak",
        at: "Storage/Storage.swift:20", concerning: "Account injects it")),
    Row(
      "a fallback now", [user, storage()], [user, storage(ProvideOptions(fallback: true))],
      lines(
        "Storage", "changes  service StorageService is a fallback for other providers now",
        at: "Storage/Storage.swift:20", concerning: "Account injects it")),
    Row(
      "another provider", [user, storage(), .sample("Cloud")],
      [user, .sample("Storage"), storage(in: "Cloud")],
      lines(
        "Cloud", "changes  service StorageService is provided", at: "Cloud/Cloud.swift:20",
        concerning: "Account injects it") + "\n\n"
        + lines(
          "Storage", "changes  service StorageService is provided by Cloud only",
          at: "Storage/Storage.swift:20", concerning: "Account injects it")),
    Row(
      "a new service", [.sample("Storage")], [storage()],
      lines(
        "Storage", "adds     service StorageService is provided", at: "Storage/Storage.swift:20")),
    Row(
      "injected now", [.sample("Account")], [user],
      lines(
        "Account",
        "changes  injection StorageService is injected as a requirement, which no module provides: the "
          + "app has to", at: "Account/Account.swift:3")),
    Row(
      "injected as an optional",
      [user, storage()],
      [
        .sample("Account") {
          $0.inject((any StorageService)?.self, at: "Account/Account.swift:3")
        }, storage(),
      ],
      lines(
        "Account",
        "changes  injection StorageService was injected as a requirement and is injected if there is one",
        at: "Account/Account.swift:3")),
    Row(
      "a value gone",
      orders { $0.provides(\.userID, at: "Orders/Orders.swift:50", reading: { _ in nil }) },
      orders { _ in }, breaks: true,
      lines(
        "Orders", "breaks   value userID is gone: no module provides it",
        at: "Orders/Orders.swift:50")),
    Row(
      "a new value", orders { _ in },
      orders { $0.provides(\.userID, at: "Orders/Orders.swift:50", reading: { _ in nil }) },
      lines("Orders", "adds     value userID is provided", at: "Orders/Orders.swift:50")),
    Row(
      "a value over others", userID(in: "Orders"), userID(in: "Orders", overriding: true),
      lines(
        "Orders", "changes  value userID hides other providers now",
        at: "Orders/Orders.swift:50")),
    Row(
      "a value beside others", userID(in: "Orders", overriding: true), userID(in: "Orders"),
      lines(
        "Orders", "changes  value userID no longer hides other providers",
        at: "Orders/Orders.swift:50")),
    Row(
      "a value of another module", userID(in: "Orders") + [.sample("Account")],
      userID(in: "Account") + [.sample("Orders")],
      lines("Account", "changes  value userID is provided", at: "Account/Account.swift:50")
        + "\n\n"
        + lines(
          "Orders", "changes  value userID is provided by Account only",
          at: "Orders/Orders.swift:50")),
  ]

  private static func userID(in module: String, overriding: Bool = false) -> [ModuleManifest] {
    [
      .sample(module) { builder in
        builder.provides(
          \.userID, overriding: overriding, at: "\(module)/\(module).swift:50",
          reading: { _ in nil })
      }
    ]
  }
}
