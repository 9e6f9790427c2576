// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Gantry

/// Changes of apps, one a row, and what the tool says of each.
enum DiffRows {
  typealias Row = DiffTests.Row

  private static func orders(_ build: Build) -> [ModuleManifest] {
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

  private static func lines(
    _ module: String, _ lines: String..., at place: String = "", concerning: String = ""
  ) -> String {
    let rest = [place, concerning].filter { !$0.isEmpty }.joined(separator: "; ")
    let end = rest.isEmpty ? [] : ["           \(rest)"]
    return ([module] + lines.flatMap { ["  \($0)"] + end }).joined(separator: "\n")
  }

  private static func showing(_ line: String) -> String {
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
      }, breaks: true, showing("breaks   route Orders/show takes time now: callers need 'await'")),
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
        "changes  injection StorageService is injected as a must, which no module provides: the "
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
        "changes  injection StorageService was injected as a must and is injected if there is one",
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
        "Orders", "changes  value userID hides what others provide now",
        at: "Orders/Orders.swift:50")),
    Row(
      "a value beside others", userID(in: "Orders", overriding: true), userID(in: "Orders"),
      lines(
        "Orders", "changes  value userID hides no other provider now",
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

  private static func task(
    _ options: TaskOptions, and others: ModuleManifest...
  ) -> [ModuleManifest] {
    orders { $0.task("load", options) } + others
  }

  private static let shop = ModuleManifest.sample("Shop", ModuleOptions(requires: "Orders"))

  private static func loading(_ line: String, concerning: String = "") -> String {
    lines("Orders", line, at: "Orders/Orders.swift:10", concerning: concerning)
  }

  static let tasks: [Row] = [
    Row(
      "to the way to ready", task(TaskOptions(.afterReady)), task(TaskOptions()),
      loading(
        "changes  task Orders.load moved from afterReady to beforeReady: ready waits for it now")),
    Row(
      "from the way to ready", task(TaskOptions()), task(TaskOptions(.idle)),
      loading(
        "changes  task Orders.load moved from beforeReady to idle: ready waits for it no more")),
    Row(
      "from the way to ready, relied on", task(TaskOptions(), and: shop),
      task(TaskOptions(.idle), and: shop), breaks: true,
      loading(
        "breaks   task Orders.load moved from beforeReady to idle: ready waits for it no more",
        concerning: "Shop starts without waiting for it")),
    Row(
      "needed before ready",
      task(TaskOptions(.afterReady), and: .sample("Shop")),
      task(
        TaskOptions(.afterReady),
        and: .sample("Shop", ModuleOptions(requires: "Orders.load"))),
      loading(
        "changes  task Orders.load is needed before ready now, though it is afterReady") + "\n\n"
        + lines(
          "Shop", "changes  module Shop now says requires: Orders.load", at: "Shop/Shop.swift:1")),
    Row(
      "between later stages", task(TaskOptions(.afterReady)), task(TaskOptions(.idle)),
      loading("changes  task Orders.load moved from afterReady to idle")),
    Row(
      "a new task", orders { _ in }, task(TaskOptions()),
      loading("adds     task Orders.load is new: ready waits for it")),
    Row(
      "a new later task", orders { _ in }, task(TaskOptions(.afterReady)),
      loading("adds     task Orders.load is new, afterReady")),
    Row(
      "a task gone", task(TaskOptions()), orders { _ in },
      loading("removes  task Orders.load is gone")),
    Row(
      "a task gone that is required",
      task(TaskOptions(), and: .sample("Shop", ModuleOptions(requires: "Orders.load"))),
      orders { _ in } + [.sample("Shop", ModuleOptions(requires: "Orders.load"))], breaks: true,
      loading(
        "breaks   task Orders.load is gone, and is still required",
        concerning: "Shop says requires")),
    Row(
      "a result gone",
      task(
        TaskOptions().returning(Database.self),
        and: .function("f", TaskOptions().taking(Database.self))),
      task(TaskOptions(), and: .function("f", TaskOptions().taking(Database.self))), breaks: true,
      loading(
        "breaks   task Orders.load no longer returns Database, and no other task does",
        concerning: "f takes it")),
    Row(
      "another lane", task(TaskOptions()),
      orders { $0.launch("load", at: "Orders/Orders.swift:10", body: .main { _, _ in }) },
      loading("changes  task Orders.load moved from the background lane to the main lane")),
    Row(
      "a milestone", task(TaskOptions(.afterReady)),
      task(TaskOptions(after: Milestone("consent"))),
      loading("changes  task Orders.load now waits for the milestone consent")),
  ]

  private static let buyer = ModuleManifest.sample(
    "Till", ModuleOptions(requires: "Shop.Orders.load"))

  static let modules: [Row] = [
    Row(
      "a module gone", [shop, .sample("Orders"), .sample("Help")], [shop, .sample("Orders")],
      lines("Help", "removes  module Help is gone", at: "Help/Help.swift:1")),
    Row(
      "a module gone that is required", [shop, .sample("Orders")], [shop], breaks: true,
      lines(
        "Orders", "breaks   module Orders is gone, and is still required",
        at: "Orders/Orders.swift:1", concerning: "Shop requires it")),
    Row(
      "a module with a dot in its name gone, of which a task is required",
      [buyer, .sample("Shop.Orders") { $0.task("load") }], [buyer], breaks: true,
      lines(
        "Shop.Orders", "breaks   module Shop.Orders is gone, and is still required",
        at: "Shop.Orders/Shop.Orders.swift:1", concerning: "Till requires it")
          + """

            breaks   task Shop.Orders.load is gone, and is still required
                     Shop.Orders/Shop.Orders.swift:10; Till says requires
          """),
    Row(
      "a new module", [], [.sample("Orders")],
      lines(
        "Orders", "adds     module Orders is new, of the target Orders", at: "Orders/Orders.swift:1"
      )
    ),
    Row(
      "a function gone", [.function("setUp")], [],
      lines("setUp", "removes  function setUp is gone", at: "App/Functions.swift:1")),
    Row(
      "essential now", [.sample("Help")], [.sample("Help", ModuleOptions(essential: true))],
      lines(
        "Help", "changes  module Help has changed: its failure now stops the launch",
        at: "Help/Help.swift:1")),
    Row(
      "other long-running work",
      [.sample("Help") { $0.run("serve") { _, _ in } }],
      [.sample("Help") { $0.run("serve", RunOptions(.always, restarting: .module)) { _, _ in } }],
      lines(
        "Help",
        """
        changes  module Help has changed: its long-running work was Help.serve (restarts: onFailure) \
        and is Help.serve (restarts: always, restarting the module)
        """, at: "Help/Help.swift:1")),
    Row(
      "a condition", [shop, .sample("Orders")],
      [shop, .sample("Orders", ModuleOptions(enabled: .environment("ORDERS")))],
      lines(
        "Orders", "changes  module Orders has a new condition: environment variable ORDERS",
        at: "Orders/Orders.swift:1", concerning: "Shop needs it")),
    Row(
      "a condition gone",
      [shop, .sample("Orders", ModuleOptions(enabled: .environment("ORDERS")))],
      [shop, .sample("Orders")],
      lines(
        "Orders",
        "changes  module Orders no longer has the condition: environment variable ORDERS",
        at: "Orders/Orders.swift:1")),
    Row(
      "an edge to a name that nobody has", [.sample("Help")],
      [.sample("Help", ModuleOptions(requires: "Orders"))], breaks: true,
      lines(
        "Help", "breaks   module Help now says requires: Orders, and nothing is named so",
        at: "Help/Help.swift:1")),
    Row(
      "an edge gone", [shop, .sample("Orders")], [.sample("Shop"), .sample("Orders")],
      lines("Shop", "changes  module Shop no longer says requires: Orders", at: "Shop/Shop.swift:1")
    ),
  ]

  static let handlers: [Row] = [
    Row(
      "a new handler", orders { _ in }, orders { $0.hears(SignedIn.self, "greet") },
      lines("Orders", "adds     handler greet hears SignedIn", at: "Orders/Orders.swift:30")),
    Row(
      "a handler gone", orders { $0.hears(SignedIn.self, "greet") }, orders { _ in },
      lines(
        "Orders", "removes  handler greet no longer hears SignedIn, and no other module does",
        at: "Orders/Orders.swift:30")),
    Row(
      "once", orders { $0.hears(SignedIn.self, "greet") },
      orders { $0.hears(SignedIn.self, "greet", HandlerOptions(.once)) },
      lines(
        "Orders", "changes  handler greet hears only the first SignedIn now",
        at: "Orders/Orders.swift:30")),
    Row(
      "another place", orders { $0.hears(SignedIn.self, "greet") },
      orders { $0.hears(SignedIn.self, "greet", HandlerOptions(priority: 3)) },
      lines(
        "Orders", "changes  handler greet hears SignedIn in another place",
        at: "Orders/Orders.swift:30")),
  ]
}
