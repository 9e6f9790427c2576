// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

@Suite struct ListTests {
  @Test func `modules are listed with their locations and needs`() async throws {
    let end = try await ToolFolder().run("list modules", on: .shop)
    #expect(
      end.output == """
        module     stage        target     declared at                  notes                                   needs
        Account    beforeReady  Account    Account/Account.swift:1      –                                       Storage (wanted, service), Analytics (order)
        Analytics  beforeReady  Analytics  Analytics/Analytics.swift:1  priority 100                            –
        Help       beforeReady  Help       Help/Help.swift:1            –                                       –
        Orders     beforeReady  Orders     Orders/Orders.swift:1        condition: environment variable ORDERS  Storage (service, result), Account (optional service, order)
        Storage    beforeReady  Storage    Storage/Storage.swift:1      essential                               setUp (order)
        setUp      beforeReady  App        App/Functions.swift:1        function                                –

        """)
    #expect(end.status == 0 && end.errors.isEmpty)
  }

  @Test func `lazy dependencies aren't waited for, and on-demand modules don't block`()
    async throws
  {
    let modules: [ModuleManifest] = [
      .sample("Map") { module in
        module.task("open", TaskOptions(.onDemand))
        module.run("locate") { _, _ in }
      },
      .sample("Search") { module in
        module.inject(Lazy<any StorageService>.self, fileID: "Search/Search.swift", line: 3)
      },
      .sample("Storage") { $0.offers((any StorageService).self, Memory()) },
    ]
    let end = try await ToolFolder().run("list modules", on: modules)
    #expect(
      end.output == """
        module   stage        target   declared at              notes            needs
        Map      onDemand     Map      Map/Map.swift:1          runs Map.locate  –
        Search   beforeReady  Search   Search/Search.swift:1    –                Storage (lazy service)
        Storage  beforeReady  Storage  Storage/Storage.swift:1  –                –

        """)
    let graph = try await ToolFolder().run("graph --format text", on: modules)
    #expect(graph.output.contains("  Search ← Storage (lazy service)\n"))
  }

  @Test func `modules and tasks are listed with the stage, lane and priority of the launch`()
    async throws
  {
    let modules: [ModuleManifest] = [
      .sample("Late", ModuleOptions(stage: .afterReady, priority: 9)) { module in
        module.task("open")
        module.task("clean", TaskOptions(.idle, priority: 1), line: 11)
      }
    ]
    let tasks = try await ToolFolder().run("list tasks", on: modules)
    #expect(
      tasks.output == """
        task        stage       lane        returns  declared at         waits for
        Late.open   afterReady  background  –        Late/Late.swift:10  –
        Late.clean  idle        background  –        Late/Late.swift:11  –

        """)
    let rows = try await ToolFolder().run("list tasks --format json", on: modules)
    #expect(rows.output.contains(#""priority" : 9"#) && rows.output.contains(#""priority" : 1"#))
    let heads = try await ToolFolder().run("list modules", on: modules)
    #expect(heads.output.contains("Late    afterReady  Late    Late/Late.swift:1  priority 9  –"))
  }

  @Test func `tasks are listed with what they wait for`() async throws {
    let end = try await ToolFolder().run("list tasks", on: .shop)
    #expect(
      end.output == """
        task          stage        lane        returns   declared at               waits for
        Orders.load   beforeReady  background  –         Orders/Orders.swift:10    Database of Storage.open
        Orders.sync   afterReady   background  –         Orders/Orders.swift:12    after Account
        Storage.open  beforeReady  background  Database  Storage/Storage.swift:10  –
        setUp         beforeReady  background  –         App/Functions.swift:1     before Storage

        """)
  }

  @Test func `routes are listed with their parameters, output and access`() async throws {
    let end = try await ToolFolder().run("list routes", on: .shop)
    #expect(
      end.output == """
        pattern     name          output  access    call     declared at               parameters
        account     Account/show  String  internal  at once  Account/Account.swift:40  –
        orders/:id  Orders/show   String  external  at once  Orders/Orders.swift:40    id: Int, [tab: String?]

        """)
  }

  @Test func `interceptors are listed in the order in which they are asked`() async throws {
    let guards: [ModuleManifest] = [
      .sample("SignIn") { module in
        module.intercept(
          "check", ["orders/:id", "account"], fileID: "SignIn/SignIn.swift", line: 9,
          body: .background { _, _, _ in .allow })
        module.intercept(
          "ask", [], InterceptorOptions(priority: .high, asksPerson: true),
          fileID: "SignIn/SignIn.swift", line: 12, body: .anywhere { _, _, _ in .allow })
      }
    ]
    let end = try await ToolFolder().run("list interceptors", on: .shop + guards)
    #expect(
      end.output == """
        paths                name          asked              priority  declared at
        all                  SignIn/ask    at once, a person  100       SignIn/SignIn.swift:12
        orders/:id, account  SignIn/check  await              0         SignIn/SignIn.swift:9

        """)
  }

  @Test func `services are listed with their providers and users`() async throws {
    let odd: [ModuleManifest] = [
      .sample("Cloud") { module in
        module.offers(
          (any StorageService).self, Memory(), ProvideOptions("far", scope: .unique, fallback: true)
        )
        module.inject((any OrderHistory).self, fileID: "Cloud/Cloud.swift", line: 2)
        module.inject([any AccountService].self, fileID: "Cloud/Cloud.swift", line: 3)
      }
    ]
    let end = try await ToolFolder().run("list services", on: .shop + odd)
    #expect(
      end.output == """
        service              provider   scope             declared at               injected by
        AccountService       Account    shared            Account/Account.swift:20  Cloud (all), Orders (optional)
        OrderHistory         no module  –                 –                         Cloud
        StorageService       Storage    shared            Storage/Storage.swift:20  Account, Orders
        StorageService[far]  Cloud      unique, fallback  Cloud/Cloud.swift:20      –

        """)
  }

  @Test func `events are listed with their handlers`() async throws {
    let end = try await ToolFolder().run("list events", on: .shop)
    #expect(
      end.output == """
        event      heard by         notes             declared at
        SignedIn   Account.greet    –                 Account/Account.swift:30
                   Analytics.count  –                 Analytics/Analytics.swift:30
                   Orders.refresh   once, priority 3  Orders/Orders.swift:30
        SignedOut  Orders.close     –                 Orders/Orders.swift:33

        """)
  }

  @Test(
    arguments: [
      ("modules", "Orders", 1), ("routes", "Account", 1), ("services", "Account", 2),
      ("events", "Orders", 2), ("tasks", "Storage", 1),
    ])
  func `a list can be limited to one module`(kind: String, module: String, rows: Int) async throws {
    let end = try await ToolFolder().run("list \(kind) --module \(module)", on: .shop)
    #expect(end.output.split(separator: "\n").count == rows + 1 && end.status == 0)
  }

  @Test(
    arguments: [
      ("tasks", "The app has no tasks.\n"), ("modules", "The app has no modules.\n"),
      ("routes", "The app has no routes.\n"),
      ("interceptors", "The app has no interceptors.\n"),
      ("services", "The app has no services.\n"),
      ("events", "The app has no events.\n"),
    ])
  func `an empty list says so`(kind: String, text: String) async throws {
    #expect(try await ToolFolder().run("list \(kind)", on: []) == ToolFolder.End(output: text))
  }

  @Test func `an empty list of one module names it`() async throws {
    let end = try await ToolFolder().run("list routes --module Storage", on: .shop)
    #expect(end == ToolFolder.End(output: "Storage has no routes.\n"))
  }

  @Test(arguments: ["Sample", "GantryToolTests.Sample"])
  func `a module can be named by its type`(type: String) async throws {
    let end = try await ToolFolder().run("list routes --module \(type)", on: [.sample("Storage")])
    #expect(end == ToolFolder.End(output: "Storage has no routes.\n"))
  }

  @Test(
    arguments: [
      ("Acount", "No module is named 'Acount'. Did you mean Account?\n"),
      ("Zebra", "No module is named 'Zebra'.\n"),
    ])
  func `an unknown module is named with similar names`(
    module: String, errors: String
  ) async throws {
    let end = try await ToolFolder().run("list tasks --module \(module)", on: .shop)
    #expect(end == ToolFolder.End(errors: errors, status: 64))
  }

  @Test(
    arguments: [
      ("modules", 6), ("routes", 2), ("services", 2), ("events", 2), ("tasks", 4),
    ])
  func `JSON has a schema version and a row for each item`(kind: String, count: Int) async throws {
    let end = try await ToolFolder().run("list \(kind) --format json", on: .shop)
    let json = try JSONSerialization.jsonObject(with: Data(end.output.utf8))
    let fields = try #require(json as? [String: Any])
    #expect(fields["schemaVersion"] as? Int == 1)
    #expect((fields[kind] as? [Any])?.count == count)
    #expect(Set(fields.keys) == ["schemaVersion", kind])
  }

  @Test func `a JSON row has everything that is known`() async throws {
    let end = try await ToolFolder().run("list modules --module Storage --format json", on: .shop)
    #expect(
      end.output == """
        {
          "modules" : [
            {
              "conditions" : [

              ],
              "declaredAt" : "Storage/Storage.swift:1",
              "isEssential" : true,
              "kind" : "module",
              "name" : "Storage",
              "needs" : [
                {
                  "declaration" : "setUp comes before Storage",
                  "declaredAt" : "App/Functions.swift:1",
                  "isLazy" : false,
                  "isRequired" : false,
                  "kind" : "order",
                  "name" : "setUp"
                }
              ],
              "priority" : 0,
              "runs" : [

              ],
              "stage" : "beforeReady",
              "target" : "Storage"
            }
          ],
          "schemaVersion" : 1
        }

        """)
  }
}
