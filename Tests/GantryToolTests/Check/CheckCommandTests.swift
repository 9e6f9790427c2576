// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

@Suite struct CheckCommandTests {
  static let orders =
    "import Gantry\n\n@Module(after: \"Account\")\nfinal class OrdersModule {}"
  static let account = "@Module final class AccountModule {}"

  static func targets(_ orders: String = orders) -> [AppFolder.Target] {
    [
      AppFolder.Target(name: "Orders", files: ["OrdersModule.swift": orders]),
      AppFolder.Target(name: "Account", files: ["AccountModule.swift": account]),
    ]
  }

  static func manifest() throws -> AppManifest {
    try AppManifest.of([OrdersModule.manifest, AccountModule.manifest]).takingLinked()
  }

  @Test func `an app without faults is counted`() async throws {
    let app = try AppFolder(Self.targets(), manifest: try Self.manifest())
    let end = try await app.run("check --no-build")
    #expect(
      end.output == """
        Shop: 2 modules, 0 functions, 3 targets; no faults

        Skipped:
          Account ← condition does not hold: environment variable ACCOUNT

        """)
    #expect(end.errors.isEmpty && end.status == 0)
  }

  @Test func `a fault that the application finds is reported with its kind`() async throws {
    let manifest = try AppManifest.of([MessagesModule.manifest, AccountModule.manifest])
      .takingLinked()
    let app = try AppFolder([], manifest: manifest)
    let end = try await app.run("check --manifest manifest.json")
    #expect(
      end.output == """
        manifest.json: 2 modules, 0 functions, 1 target; 1 fault

        unknownTarget
          Messages requires Stroage (Messages/MessagesModule.swift:2), but nothing is named \
        Stroage. Link it, correct the name, or make it `wants:`.

        Skipped:
          Account ← condition does not hold: environment variable ACCOUNT

        """)
    #expect(end.status == 1)
  }

  @Test func `forbidden imports are reported with their lines`() async throws {
    let app = try AppFolder(
      Self.targets("import Account\n" + Self.orders)
        + [
          AppFolder.Target(name: "OrdersAPI", files: ["A.swift": "\nimport struct Orders.Order"]),
          AppFolder.Target(name: "Kit", files: ["Kit.swift": "import Orders\nimport Foundation"]),
        ], manifest: try Self.manifest(), main: "import OrdersAPI\nimport Orders")
    let end = try await app.run("check --no-build")
    #expect(end.status == 1)
    let faults = end.output.components(separatedBy: "\n\n")
    #expect(
      faults.filter { $0.contains(": forbiddenImport\n") } == [
        """
        Sources/Orders/OrdersModule.swift:1: forbiddenImport
          Orders imports Account, and both have modules. Modules work together through interfaces, \
        by events, routes and services: get what is needed from an interface, such as AccountAPI.
        """,
        """
        Sources/OrdersAPI/A.swift:2: forbiddenImport
          The interface OrdersAPI imports Orders, which has modules: every target that imports the \
        interface gets the implementation with it. Declare what is needed in OrdersAPI itself.
        """,
        """
        Sources/Shop/main.swift:2: forbiddenImport
          The app Shop imports Orders, which has modules. Linked modules take part by themselves: \
        remove the import, and get what the app needs from OrdersAPI.
        """,
      ])
  }

  private static func forbidden(
    _ targets: [AppFolder.Target], main: String = "", _ manifest: AppManifest
  ) async throws -> [String] {
    let app = try AppFolder(targets, manifest: manifest.takingLinked(), main: main)
    let end = try await app.run("check --no-build")
    return end.output.components(separatedBy: "\n\n").filter { $0.contains(": forbiddenImport\n") }
  }

  @Test func `a handwritten module counts, unless it is in an app that must name it`()
    async throws
  {
    let orders = AppFolder.Target(
      name: "Orders", files: ["O.swift": "final class OrdersModule: Module {}"])
    let others = [
      AppFolder.Target(
        name: "Account", files: ["A.swift": "import Orders\n@Module final class AccountModule {}"]),
      AppFolder.Target(name: "HelpAPI", files: ["H.swift": "import Orders"]),
    ]
    let found = try await Self.forbidden(
      [orders] + others, main: "import Orders", try Self.manifest())
    #expect(
      found.map { $0.prefix { $0 != "," } } == [
        """
        Sources/Account/A.swift:1: forbiddenImport
          Account imports Orders
        """,
        """
        Sources/HelpAPI/H.swift:1: forbiddenImport
          The interface HelpAPI imports Orders
        """,
      ])
    #expect(try await Self.forbidden([orders] + others, AppManifest.of([])).isEmpty)
  }

  @Test(
    arguments: [
      // The targets that import Kit, directly or indirectly, and those that get modules that way.
      ("import Kit", "", "", "Shop"), ("import Middle", "import Kit", "", "Shop"),
      ("", "", "import Kit", "AccountAPI"), ("", "import Kit", "import Middle", "AccountAPI"),
      ("", "", "", nil), ("", "import Kit", "", nil), ("import Middle", "", "", nil),
    ])
  func `a target without modules can't bypass the layers`(
    main: String, middle: String, interface: String, user: String?
  ) async throws {
    let targets = [
      AppFolder.Target(name: "Kit", files: ["K.swift": "import Orders"]),
      AppFolder.Target(name: "Middle", files: ["M.swift": middle]),
      AppFolder.Target(name: "AccountAPI", files: ["A.swift": interface]),
    ]
    let found = try await Self.forbidden(
      Self.targets() + targets, main: main, try Self.manifest())
    let expected = user.map { user in
      """
      Sources/Kit/K.swift:1: forbiddenImport
        Kit imports Orders, which has modules, and \(user) gets them by importing Kit: get what is \
      needed from an interface, such as OrdersAPI.
      """
    }
    #expect(found == [expected].compactMap(\.self))
  }

  @Test(arguments: [
    ("OrdersCore", true), ("Orders", true), ("Orders2", true), ("OrdersAPI2API", false),
    ("Ordersheets", false), ("Money", false),
  ])
  func `an interface must not import a target of its own name`(
    imported: String, isForbidden: Bool
  ) async throws {
    let targets = [
      AppFolder.Target(name: imported, files: ["C.swift": "struct A {}"]),
      AppFolder.Target(name: "OrdersAPI", files: ["A.swift": "import \(imported)"]),
    ]
    let found = try await Self.forbidden(targets, AppManifest.of([]))
    #expect(found.count == (isForbidden ? 1 : 0))
    #expect(
      found.allSatisfy {
        $0.contains("The interface OrdersAPI imports \(imported), which by its name is part of")
      })
  }

  @Test(
    arguments: [
      (".", "Sources/Orders", true), ("checkouts/Shop", "Sources/Orders", true),
      ("registry/downloads/Shop", "Sources/Orders", true),
      (".", ".build/checkouts/orders/Sources/Orders", false),
      ("checkouts/Shop", ".build/registry/downloads/orders/1.0.0/Sources/Orders", false),
    ])
  func `check searches all sources except fetched packages`(
    place: String, sources: String, isLookedThrough: Bool
  ) async throws {
    var targets = Self.targets("import Account\n" + Self.orders)
    targets[0].folder = sources
    let app = try AppFolder(targets, manifest: try Self.manifest(), in: place)
    let end = try await app.run("check --no-build")
    #expect(end.status == (isLookedThrough ? 1 : 0), "\(end)")
    #expect(end.output.contains("\(sources)/OrdersModule.swift:1: forbidden") == isLookedThrough)
    let count = isLookedThrough ? 3 : 2
    #expect(end.output.hasPrefix("Shop: 2 modules, 0 functions, \(count) targets; "))
  }

  @Test func `a file of layer rules replaces the standard ones`() async throws {
    let app = try AppFolder(
      Self.targets("import Account\nimport Kit\n" + Self.orders)
        + [AppFolder.Target(name: "Kit", files: ["Kit.swift": "import Orders"])],
      manifest: try Self.manifest(), main: "import Orders")
    try app.write(
      """
      version: 1
      groups:
        - {name: modules, targets: [Orders, Account], imports: [modules, kits]}
        - name: kits
          targets: K*
      """, to: "gantry.yaml")
    let end = try await app.run("check --no-build")
    #expect(
      end.output.contains(
        """
        ; 1 fault

        Sources/Kit/Kit.swift:1: forbiddenImport
          Kit, of the group kits, imports Orders, of the group modules; kits may import no group \
        (gantry.yaml:4). Get what is needed from a group that may be imported, or change the \
        rule.

        """), "\(end)")
    try app.write("version: 1\ngroup: []", to: "gantry.yaml")
    let broken = try await app.run("check --no-build")
    #expect(broken.output.isEmpty && broken.status == 1)
    #expect(
      broken.errors.contains("gantry.yaml:2: 'group' is not a key here. Did you mean groups?"))
  }

  @Test func `a group can include all targets with modules, except the app's own`() async throws {
    let app = try AppFolder(
      Self.targets("import Account\nimport Kit\n" + Self.orders)
        + [AppFolder.Target(name: "Kit", files: ["Kit.swift": "import Orders"])],
      manifest: try Self.manifest(), main: "import Orders")
    try app.write(
      """
      version: 1
      groups:
        - {name: modules, with: modules}
        - {name: rest, targets: "*"}
      """, to: "gantry.yaml")
    let end = try await app.run("check --no-build")
    let lines = end.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
    #expect(
      lines.filter { $0.contains("of the group") }.map { $0.prefix { $0 != ";" } } == [
        "  Kit, of the group rest, imports Orders, of the group modules",
        "  Orders, of the group modules, imports Account, of the group modules",
        "  Orders, of the group modules, imports Kit, of the group rest",
        "  Shop, of the group rest, imports Orders, of the group modules",
      ], "\(end)")
  }

  @Test func `a linked module without a record is reported with a probable cause`() async throws {
    let manifest = try AppManifest.of([AccountModule.manifest]).takingLinked()
    let app = try AppFolder(Self.targets(), manifest: manifest)
    let end = try await app.run("check --no-build")
    #expect(end.status == 1)
    #expect(
      end.output.contains(
        """
        Sources/Orders/OrdersModule.swift:3: missingRecord
          OrdersModule of the target Orders should take part in Shop, but its record is not in the \
        program: the build is older than the source, the attribute is not Gantry's, or the linker \
        left the record out. Build again, import Gantry in the file, link static archives whole \
        (-Xlinker --whole-archive), and keep note sections.

        """), "\(end)")
  }

  @Test(
    arguments: [
      "@Launch func pour() {}", "@On func pour(_ event: Tick) {}",
      "@Route(\"pour/:cup\", access: .external)\nfunc pour(cup: Int) {}",
    ])
  func `a linked function without a record is reported like a module`(source: String) async throws {
    let manifest = try AppManifest.of([]).takingLinked()
    let target = AppFolder.Target(name: "Tea", files: ["Pour.swift": source])
    let app = try AppFolder([target], manifest: manifest)
    let end = try await app.run("check --no-build")
    #expect(end.status == 1)
    #expect(
      end.output.contains(
        """
        Sources/Tea/Pour.swift:1: missingRecord
          pour of the target Tea should take part in Shop, but its record is not in the program: \
        the build is older than the source, the attribute is not Gantry's, or the linker left the \
        record out.
        """), "\(end)")
    let why = try await app.run("why pour --no-build")
    #expect(
      why.output.hasPrefix(
        "pour is not linked ← the target Tea declares it (Sources/Tea/Pour.swift:1) ← "),
      "\(why)")
  }

  @Test(
    arguments: [
      ("#if DEBUG\n\(orders)\n#endif", ["-O"], true), (orders, [], false),
      ("@Module(enabled: .debug) final class OrdersModule {}", ["-O"], true),
      ("#if os(macOS)\n\(orders)\n#endif", ["-DDEBUG"], true),
      ("#if DEBUG\n\(orders)\n#endif", ["-DDEBUG"], false),
    ])
  func `a module that this build leaves out is not a fault`(
    source: String, flags: [String], isSound: Bool
  ) async throws {
    let manifest = try AppManifest.of([]).takingLinked()
    let target = AppFolder.Target(
      name: "Orders", flags: flags, files: ["OrdersModule.swift": source])
    let end = try await AppFolder([target], manifest: manifest).run("check --no-build")
    #expect((end.status == 0) == isSound, "\(end)")
  }

  @Test func `a module that the app does not link or name is not a fault`() async throws {
    var target = Self.targets()[0]
    let chosen = try AppFolder([target], manifest: AppManifest.of([]))
    #expect(try await chosen.run("check --no-build").status == 0)
    target.isLinked = false
    let apart = try AppFolder([target], manifest: AppManifest.of([]).takingLinked())
    #expect(try await apart.run("check --no-build").status == 0)
  }

  @Test func `rules can begin with a byte order mark`() async throws {
    let app = try AppFolder([], manifest: .of([]))
    try app.write("\u{FEFF}version: 1\ngroups: []", to: "gantry.yaml")
    let end = try await app.run("check --manifest manifest.json")
    #expect(!end.errors.contains("gantry.yaml"), "\(end)")
  }

  @Test func `attributes of a target that doesn't depend on Gantry are ignored`() async throws {
    let gantry = AppFolder.Target(
      name: "Gantry", package: "gantry",
      files: ["Gantry.swift": "import Orders\n@Module final class Example {}"])
    let app = try AppFolder(
      Self.targets("import Account\n" + Self.orders) + [gantry],
      manifest: AppManifest.of([]).takingLinked())
    let end = try await app.run("check --no-build")
    #expect(end.output.hasPrefix("Shop: 0 modules, 0 functions, 3 targets; no faults\n"))
    #expect(end.status == 0)
  }
}
