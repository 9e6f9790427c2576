// SPDX-License-Identifier: Apache-2.0

import Gantry

/// Changes of tasks, modules and handlers.
extension DiffRows {
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
        "changes  task Orders.load moved from beforeReady to idle: ready no longer waits for it")),
    Row(
      "from the way to ready, relied on", task(TaskOptions(), and: shop),
      task(TaskOptions(.idle), and: shop), breaks: true,
      loading(
        "breaks   task Orders.load moved from beforeReady to idle: ready no longer waits for it",
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
        "Help", "breaks   module Help now says requires: Orders, but nothing has that name",
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
