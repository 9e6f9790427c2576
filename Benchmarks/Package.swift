// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]
let settings = common + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
let strict = settings + [.treatAllWarnings(as: .error)]

// The compiler plug-in of Gantry's debug build. As a dependency it would be built again in release,
// for minutes, and would expand the macros to the same code. The link `.build/debug` points elsewhere
// while another platform is built.
let folder = "\(Context.packageDirectory)/../.build"
let macros = loading(
  Context.environment["GANTRY_PLUGIN"] ?? "\(folder)/debug/GantryMacros-tool")

func loading(_ plugin: String) -> [SwiftSetting] {
  [
    .unsafeFlags([
      "-Xfrontend", "-load-plugin-executable", "-Xfrontend", "\(plugin)#GantryMacros",
    ])
  ]
}

// Gantry's sources, through a link: all of the package but its plug-in. Unlike the package's own, these
// targets name only what they import.
let rooms: [Target] = [
  .target(
    name: "CGantryAtomics", path: "Gantry/CGantryAtomics", exclude: ["PrivacyInfo.xcprivacy"]),
  .target(name: "CGantryImages", path: "Gantry/CGantryImages"),
  .target(
    name: "GantryDiscovery", dependencies: ["CGantryImages"], path: "Gantry/GantryDiscovery",
    swiftSettings: settings),
  .target(
    name: "GantryEvents", dependencies: ["GantrySupport"], path: "Gantry/GantryEvents",
    swiftSettings: settings),
  .target(
    name: "GantryRouting", dependencies: ["GantrySupport"], path: "Gantry/GantryRouting",
    swiftSettings: settings),
  .target(
    name: "GantrySupport", dependencies: ["CGantryAtomics"], path: "Gantry/GantrySupport",
    swiftSettings: settings),
  .target(
    name: "GantryServices", dependencies: ["GantrySupport"], path: "Gantry/GantryServices",
    swiftSettings: settings),
  .target(
    name: "GantryLaunch", dependencies: ["GantrySupport"], path: "Gantry/GantryLaunch",
    swiftSettings: settings),
  .target(
    name: "GantryMonitor", dependencies: ["GantryEvents", "GantryRouting", "GantrySupport"],
    path: "Gantry/GantryMonitor", swiftSettings: settings),
  .target(
    name: "GantryReports", dependencies: ["GantryLaunch", "GantrySupport"],
    path: "Gantry/GantryReports", swiftSettings: settings),
  .target(
    name: "GantryNames",
    dependencies: ["GantryEvents", "GantryRouting", "GantryServices", "GantrySupport"],
    path: "Gantry/GantryNames", swiftSettings: settings),
  .target(
    name: "GantryInterfaces", dependencies: ["GantryNames", "GantryRouting"],
    path: "Gantry/GantryInterfaces", swiftSettings: settings + macros),
  .target(
    name: "GantryCore",
    dependencies: [
      "GantryDiscovery", "GantryEvents", "GantryLaunch", "GantryNames", "GantryReports",
      "GantryRouting", "GantryServices", "GantrySupport",
      .product(name: "Logging", package: "swift-log"),
    ],
    path: "Gantry/GantryCore", swiftSettings: settings),
  .target(
    name: "Gantry",
    dependencies: [
      "GantryCore", "GantryEvents", "GantryInterfaces", "GantrySupport",
    ],
    path: "Gantry/Gantry", swiftSettings: settings + macros),
  .target(
    name: "GantryAppEvents", dependencies: ["GantryEvents", "GantrySupport"],
    path: "Gantry/GantryAppEvents", swiftSettings: settings),
  .target(name: "GantryC", path: "Gantry/GantryC"),
  .target(
    name: "GantryFleet", dependencies: ["GantryLaunch", "GantrySupport"],
    path: "Gantry/GantryFleet", swiftSettings: settings),
  .target(
    name: "GantryCSupport",
    dependencies: [
      "GantryAppEvents", "GantryC", "GantryCore", "GantryDiscovery", "GantryEvents", "GantryLaunch",
      "GantrySupport", .product(name: "Logging", package: "swift-log"),
    ],
    path: "Gantry/GantryCSupport", swiftSettings: settings),
  .target(
    name: "GantryInspector",
    dependencies: [
      "GantryCore", "GantryDiscovery", "GantryEvents", "GantryLaunch", "GantryRouting",
      "GantryServices", "GantrySupport", .product(name: "Logging", package: "swift-log"),
    ],
    path: "Gantry/GantryInspector", swiftSettings: settings),
  .target(
    name: "GantryTelemetry",
    dependencies: [
      "GantryCore", "GantryEvents", "GantryLaunch", "GantryMonitor", "GantryRouting",
      "GantrySupport",
      .product(name: "Metrics", package: "swift-metrics"),
      .product(name: "Tracing", package: "swift-distributed-tracing"),
    ],
    path: "Gantry/GantryTelemetry", swiftSettings: settings + [.define("Extras")]),
]

// Modules of the example, through a link, and what they share; without those that need a database.
func shop(
  _ name: String, _ dependencies: [Target.Dependency], resources: [String] = []
) -> Target {
  .target(
    name: name, dependencies: ["Gantry", "GantryInterfaces"] + dependencies,
    path: "Bazaar/\(name)", resources: resources.map { .copy("Resources/\($0)") },
    swiftSettings: settings + macros)
}
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let flyingFox: Target.Dependency = .product(name: "FlyingFox", package: "FlyingFox")
let bazaar: [Target] = [
  shop("AccountAPI", ["WebAPI"]),
  shop("BazaarKit", []),
  shop("CatalogAPI", ["WebAPI"]),
  shop("OrdersAPI", ["StorageAPI", "WebAPI"]),
  shop(
    "PageKit", ["BazaarKit", "WebAPI", .product(name: "Mustache", package: "swift-mustache")]),
  shop("StorageAPI", []),
  shop("WebAPI", ["BazaarKit"]),
  shop(
    "Account", ["AccountAPI", "BazaarKit", "OrdersAPI", "PageKit", "WebAPI"],
    resources: ["Templates"]),
  shop(
    "Catalog", ["BazaarKit", "CatalogAPI", "PageKit", "WebAPI", logging],
    resources: ["Templates", "goods.json"]),
  shop(
    "Web", ["BazaarKit", "PageKit", "WebAPI", flyingFox, logging],
    resources: ["Templates", "icon.svg", "redirects.json", "style.css"]),
]

// Modules of the warehouse, through a link. Their names are other ones here: Bazaar has a target Web, too.
// The peer and its dependencies take minutes to build in release.
func depot(_ name: String, as target: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: target, dependencies: ["DepotAPI", "Gantry", "GantryInterfaces"] + dependencies,
    path: "Depot/\(name)", swiftSettings: common + macros)
}
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let lifecycle: Target.Dependency = .product(
  name: "ServiceLifecycle", package: "swift-service-lifecycle")
let configuration: Target.Dependency = .product(
  name: "Configuration", package: "swift-configuration")
let metrics: Target.Dependency = .product(name: "Metrics", package: "swift-metrics")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let warehouse: [Target] = [
  .target(
    name: "DepotAPI", dependencies: ["GantryInterfaces", hummingbird],
    path: "Depot/DepotAPI", swiftSettings: common + macros),
  .target(
    name: "Telemetry", dependencies: [logging, metrics], path: "Depot/Telemetry",
    swiftSettings: common),
  .target(
    name: "GantryConfiguration", dependencies: ["GantryCore", configuration],
    path: "Gantry/GantryConfiguration", exclude: ["GantryConfiguration.docc"],
    swiftSettings: settings),
  depot("Items", as: "DepotItems", [grdb, httpTypes, hummingbird]),
  depot("Movements", as: "DepotMovements", [grdb, httpTypes, hummingbird, metrics]),
  depot("Reorder", as: "DepotReorder", [grdb, lifecycle]),
  depot("Storage", as: "DepotStorage", [grdb]),
  depot(
    "Web", as: "DepotWeb",
    [
      "GantryConfiguration", "Telemetry", configuration, httpTypes, hummingbird, lifecycle, logging,
      metrics,
      .product(name: "NIOCore", package: "swift-nio"),
    ]),
  // A program of its own, that runs twice: as the servers, and as their clients.
  .executableTarget(
    name: "DepotRequests",
    dependencies: [
      "DepotItems", "DepotMovements", "DepotReorder", "DepotStorage", "DepotWeb", "Figures",
      "Gantry", "Load", grdb, httpTypes, hummingbird, logging, metrics,
    ],
    swiftSettings: common + [.treatAllWarnings(as: .error)]),
]

// Peers that take minutes to build in release are there for `make bench` only.
let hasPeers = Context.environment["GANTRY_BENCH_PEERS"] != nil
let peers: [Package.Dependency] =
  hasPeers
  ? [
    .package(
      url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: ["JSON"]),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
  ] : []
let peerProducts: [Target.Dependency] = hasPeers ? [hummingbird] : []

// Modules that `Scripts/bench/module-size` writes, and executables that link them.
let samples = (Context.environment["GANTRY_BENCH_SAMPLES"] ?? "").split(separator: ",").flatMap {
  let name = String($0)
  return [
    Target.target(
      name: name,
      dependencies: ["Gantry", .product(name: "Logging", package: "swift-log")],
      path: ".build/samples/\(name)",
      swiftSettings: [.swiftLanguageMode(.v6)] + macros),
    Target.executableTarget(
      name: "\(name)App", dependencies: ["Gantry", .byName(name: name)],
      path: ".build/samples/\(name)App", swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
}

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ] + peers,
  targets: rooms + bazaar + (hasPeers ? warehouse : []) + samples + [
    .target(name: "CAllocations"),
    .target(name: "CFunctions", dependencies: ["GantryC"]),
    .target(name: "CRecords"),
    .executableTarget(
      name: "Benchmarks",
      // All that is inlined here is named, or a change of it would not build this again.
      dependencies: [
        "CAllocations", "CFunctions", "CRecords", "Figures", "Gantry", "GantryCSupport",
        "GantryDiscovery",
        "GantryEvents", "GantryFleet", "GantryInspector", "GantryLaunch", "GantryMonitor",
        "GantryRouting", "GantryServices", "GantrySupport", "GantryTelemetry", "LaunchGraphs",
        logging,
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ] + peerProducts,
      swiftSettings: strict + macros + (hasPeers ? [.define("PEERS")] : [])),
    // A program of its own, that runs twice: as the servers, and as browsers.
    .executableTarget(
      name: "ShopPages",
      dependencies: [
        "Account", "BazaarKit", "Catalog", "Figures", "Gantry", "Load", "PageKit", "Web", "WebAPI",
        flyingFox, logging,
      ],
      swiftSettings: strict),
    .target(name: "Figures", swiftSettings: strict),
    .target(
      name: "LaunchGraphs", dependencies: ["GantryLaunch", "GantrySupport"], swiftSettings: strict),
    .target(name: "Load", swiftSettings: strict),
    // A program of its own: the memory of other benchmarks would be counted.
    .executableTarget(
      name: "Scale",
      dependencies: [
        "Figures", "Gantry", "GantryEvents", "GantryInspector",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict + macros),
    // A program of its own: the driver that blocks the main thread needs a synchronous entry.
    .executableTarget(
      name: "LaunchDrivers", dependencies: ["Figures", "GantryLaunch", "LaunchGraphs"],
      swiftSettings: strict),
  ]
)
