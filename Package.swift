// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import CompilerPluginSupport
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

// With a plug-in that was built before, which the flags of the build name, none is compiled.
let macros: [Target.Dependency] =
  Context.environment["GANTRY_PREBUILT_MACROS"] == nil ? ["GantryMacros"] : []

// SwiftPM builds everything twice once a test target depends on a macro.
let testsMacros = Context.environment["GANTRY_MACRO_TESTS"] != nil

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

/// Products of a package that is resolved only with the trait.
func extra(_ package: String, _ products: String...) -> [Target.Dependency] {
  products.map { .product(name: $0, package: package, condition: .when(traits: ["Extras"])) }
}

func syntax(_ products: String...) -> [Target.Dependency] {
  products.map { .product(name: $0, package: "swift-syntax") }
}

let package = Package(
  name: "Gantry",
  platforms: [
    .iOS(.v16), .macCatalyst(.v16), .macOS(.v13), .tvOS(.v16), .visionOS(.v1), .watchOS(.v9),
  ],
  products: [
    .library(name: "Gantry", targets: ["Gantry"]),
    .library(name: "GantryCore", targets: ["GantryCore"]),
    .library(name: "GantryInterfaces", targets: ["GantryInterfaces"]),
    .library(name: "GantryAppEvents", targets: ["GantryAppEvents"]),
    .library(name: "GantryProcess", targets: ["GantryProcess"]),
    .library(name: "GantryTesting", targets: ["GantryTesting"]),
    .library(name: "GantryMonitor", targets: ["GantryMonitor"]),
    .library(name: "GantryHTTP", targets: ["GantryHTTP"]),
    .library(name: "GantryFleet", targets: ["GantryFleet"]),
    .library(name: "GantryConfiguration", targets: ["GantryConfiguration"]),
    .library(name: "GantryInspector", targets: ["GantryInspector"]),
    .library(name: "GantryTelemetry", targets: ["GantryTelemetry"]),
    .library(name: "GantryApple", targets: ["GantryApple"]),
    .library(name: "GantryApplePush", targets: ["GantryApplePush"]),
    .library(name: "GantryAppleMonitor", targets: ["GantryAppleMonitor"]),
    .library(name: "GantryC", targets: ["GantryC", "GantryCSupport"]),
    .executable(name: "gantry", targets: ["GantryMain"]),
    .plugin(name: "GantryPlugin", targets: ["GantryPlugin"]),
  ],
  // Adds the packages that only the program and plug-in `gantry` or GantryTelemetry need. There is
  // only one trait, here and in each dependency: SwiftPM passes several to the compiler in a changing
  // order, and then recompiles everything.
  traits: [
    .trait(name: "Extras", description: "The program and plug-in `gantry`, and GantryTelemetry."),
    .default(enabledTraits: []),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(
      url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: ["JSON"]),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"606.0.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // Has the privacy manifest of all libraries, which depend on it where they need one. For a Swift
    // target, SwiftPM would compile an accessor, `Bundle.module`, that imports Foundation.
    .target(name: "CGantryAtomics", resources: [.copy("PrivacyInfo.xcprivacy")]),
    .target(name: "CGantryImages"),
    .target(
      name: "GantryDiscovery", dependencies: ["CGantryImages"]),
    .target(name: "GantryEvents", dependencies: ["GantrySupport"]),
    .target(name: "GantryRouting", dependencies: ["GantrySupport"]),
    // The events of apps with a user interface, without an import of a framework of Apple's.
    .target(name: "GantryAppEvents", dependencies: ["GantryEvents", "GantrySupport"]),
    // Shared code of the libraries, such as the parts of their messages; not a product.
    .target(name: "GantrySupport", dependencies: ["CGantryAtomics"]),
    .target(name: "GantryServices", dependencies: ["GantrySupport"]),
    .target(name: "GantryLaunch", dependencies: ["GantrySupport"]),
    .target(
      name: "GantryReports", dependencies: ["GantryLaunch", "GantrySupport"]),
    .macro(
      name: "GantryMacros",
      dependencies: ["GantrySupport"]
        + syntax(
          "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftParser", "SwiftSyntax",
          "SwiftSyntaxBuilder", "SwiftSyntaxMacros")),
    // The names with which packages declare events, routes and services; not a product.
    .target(
      name: "GantryNames",
      dependencies: ["GantryEvents", "GantryRouting", "GantryServices", "GantrySupport"]),
    .target(
      name: "GantryInterfaces", dependencies: macros + ["GantryNames", "GantryRouting"]),
    // All of Gantry but the macros, for packages that don't compile swift-syntax.
    .target(
      name: "GantryCore",
      dependencies: [
        "GantryDiscovery", "GantryEvents", "GantryLaunch", "GantryNames", "GantryReports",
        "GantryRouting", "GantryServices", "GantrySupport", logging,
      ]),
    // A separate library, because most apps do without swift-configuration.
    .target(
      name: "GantryConfiguration",
      dependencies: [
        "GantryCore", .product(name: "Configuration", package: "swift-configuration"),
      ]),
    .target(
      name: "Gantry",
      dependencies: macros + ["GantryCore", "GantryEvents", "GantryInterfaces", "GantrySupport"]),
    .target(
      name: "GantryProcess",
      dependencies: [
        "GantryCore", "GantrySupport", logging,
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    // The header for modules in C, C++ and Objective-C, and the functions that it declares. Only the
    // tasks, handlers and routes of the header need the second target.
    .target(name: "GantryC"),
    .target(
      name: "GantryCSupport",
      dependencies: [
        "GantryAppEvents", "GantryC", "GantryCore", "GantryDiscovery", "GantryEvents",
        "GantryLaunch", "GantrySupport", logging,
      ]),
    // A separate library, because on Linux it links Foundation's networking and with it a TLS
    // library.
    .target(
      name: "GantryHTTP",
      dependencies: [
        "GantryCore", "GantrySupport", .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    // On systems other than Apple's, it has only the parts that need no Apple framework, for tests.
    .target(
      name: "GantryApple",
      dependencies: [
        "GantryAppEvents", "GantryCSupport", "GantryCore", "GantryDiscovery", "GantryEvents",
        "GantryLaunch", "GantryRouting", "GantrySupport", logging,
      ]),
    // Contains the methods for remote notifications. An app without this library has none of them.
    .target(
      name: "GantryApplePush", dependencies: ["GantryApple", "GantryCore"]),
    .target(
      name: "GantryMonitor", dependencies: ["GantryEvents", "GantryRouting", "GantrySupport"]),
    .target(
      name: "GantryAppleMonitor",
      dependencies: ["GantryApple", "GantryEvents", "GantryMonitor", "GantrySupport", logging]),
    .target(
      name: "GantryInspector",
      dependencies: [
        "GantryCore", "GantryEvents", "GantryLaunch", "GantryRouting", "GantryServices", logging,
      ]),
    // Without the trait, it's empty.
    .target(
      name: "GantryTelemetry",
      dependencies: [
        "GantryCore", "GantryEvents", "GantryLaunch", "GantryRouting", "GantrySupport",
        .target(name: "GantryMonitor", condition: .when(traits: ["Extras"])),
      ] + extra("swift-distributed-tracing", "Tracing") + extra("swift-metrics", "Metrics")),
    .target(
      name: "GantryFleet", dependencies: ["GantryLaunch", "GantrySupport", logging]),
    .target(
      name: "GantryTesting",
      dependencies: [
        "GantryCore", "GantryEvents", "GantryLaunch", "GantryRouting", "GantryServices",
        "GantrySupport", logging,
      ]),
    // Its product is `gantry`. With that name, the target would share the folder of `Gantry` on a
    // file system that ignores letter case.
    .executableTarget(
      // `swift run` also builds the programs of dependencies, in apps that don't have the trait.
      name: "GantryMain",
      dependencies: [.target(name: "GantryTool", condition: .when(traits: ["Extras"]))]),
    // A library, because tests that import a program may be compiled before the program.
    .target(
      name: "GantryTool",
      dependencies: [
        "GantryCore", "GantryEvents", "GantryInspector", "GantryLaunch", "GantryReports",
        "GantryRouting", "GantryServices", "GantrySupport",
      ] + extra("swift-argument-parser", "ArgumentParser") + extra("Yams", "Yams"),
      resources: [.copy("Templates")]),
    .plugin(
      name: "GantryPlugin",
      capability: .command(
        intent: .custom(verb: "gantry", description: "Makes modules, and looks at apps of them."),
        permissions: [.writeToPackageDirectory(reason: "New modules are written there.")])),
    .testTarget(name: "GantryDiscoveryTests", dependencies: ["GantryDiscovery"]),
    .testTarget(name: "GantrySupportTests", dependencies: ["GantrySupport", "TestRounds"]),
    .testTarget(
      name: "GantryEventsTests", dependencies: ["GantryEvents", "GantrySupport", "TestRounds"]),
    .testTarget(name: "GantryAppEventsTests", dependencies: ["GantryAppEvents", "GantryEvents"]),
    .testTarget(
      name: "GantryRoutingTests",
      dependencies: ["GantryInterfaces", "GantryRouting", "GantrySupport", "TestRounds"]),
    .testTarget(
      name: "GantryServicesTests", dependencies: ["GantryServices", "GantrySupport", "TestRounds"]),
    // Functions in C and C++ that the tests of GantryCSupport find; not a product.
    .target(
      name: "Legacy", dependencies: ["GantryC"], path: "Tests/Legacy",
      cSettings: [.define("GANTRY_TARGET", to: "\"Legacy\"")],
      cxxSettings: [.define("GANTRY_TARGET", to: "\"Legacy\"")]),
    .testTarget(
      name: "GantryCSupportTests",
      dependencies: [
        "Gantry", "GantryAppEvents", "GantryC", "GantryCSupport", "GantryTesting", "Legacy",
      ]),
    .testTarget(
      name: "GantryConfigurationTests",
      dependencies: [
        "Gantry", "GantryConfiguration", "GantryCore", "GantrySupport", "LogFixture", logging,
        .product(name: "Configuration", package: "swift-configuration"),
      ]),
    .testTarget(
      name: "GantryHTTPTests",
      dependencies: ["Gantry", "GantryHTTP", "GantryTesting", "GantrySupport"]),
    .testTarget(
      name: "GantryAppleTests",
      dependencies: [
        "Gantry", "GantryApple", "GantryAppleMonitor", "GantryEvents", "GantryMonitor",
        "GantryTesting", "GantrySupport", "TestRounds",
      ]),
    .testTarget(
      name: "GantryFleetTests",
      dependencies: [
        "GantryFleet", "GantryLaunch", "GantrySupport", "LaunchFixture", "LogFixture", logging,
      ]),
    .testTarget(
      name: "GantryInspectorTests",
      dependencies: [
        "Gantry", "GantryCore", "GantryInspector", "GantryTesting", "GantrySupport", "TestRounds",
        logging,
      ]),
    // Random numbers, and how often random tests repeat; not a product.
    .target(name: "TestRounds", path: "Tests/TestRounds"),
    // The log lines of a test; not a product.
    .target(
      name: "LogFixture", dependencies: ["GantrySupport", logging], path: "Tests/LogFixture"),
    // Reports that several test targets use; not a product.
    .target(
      name: "LaunchFixture", dependencies: ["GantryLaunch"], path: "Tests/LaunchFixture"),
    // A program that the tests of the launch journal start and kill; not a product.
    .executableTarget(
      name: "JournalFixture", dependencies: ["GantryLaunch"], path: "Tests/JournalFixture"),
    .testTarget(
      name: "GantryLaunchTests",
      dependencies: [
        "GantryLaunch", "GantrySupport", "JournalFixture", "LaunchFixture", "TestRounds",
      ]),
    .testTarget(
      name: "GantryReportsTests",
      dependencies: ["GantryLaunch", "GantryReports", "LaunchFixture", "TestRounds"]),
    .testTarget(
      name: "GantryMacrosTests",
      dependencies: ["GantryMacros", "GantryRouting"]
        + syntax(
          "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder",
          "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros", "SwiftSyntaxMacrosGenericTestSupport")),
    // A program that the tests of GantryProcess start and signal; not a product.
    .executableTarget(
      name: "ProcessFixture",
      dependencies: [
        "Gantry", "GantryProcess", "GantrySupport", logging,
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      path: "Tests/ProcessFixture"),
    // A program for launches that block the main thread, which a test runner needs for itself.
    .executableTarget(
      name: "BlockingFixture", dependencies: ["Gantry"], path: "Tests/BlockingFixture"),
    .testTarget(
      name: "GantryProcessTests",
      dependencies: [
        "BlockingFixture", "Gantry", "GantryLaunch", "GantryProcess", "GantrySupport",
        "ProcessFixture",
      ]),
    // Pages from a module other than the monitor's tests; not a product.
    .target(
      name: "MonitorFixture", dependencies: ["GantryMonitor", "GantrySupport"],
      path: "Tests/MonitorFixture"),
    .testTarget(
      name: "GantryMonitorTests",
      dependencies: [
        "GantryEvents", "GantryMonitor", "GantryRouting", "GantrySupport", "MonitorFixture",
        "TestRounds",
      ]),
    .testTarget(
      name: "GantryTelemetryTests",
      dependencies: [
        "Gantry", "GantryCore", "GantryLaunch", "GantryMonitor", "GantryTelemetry", "GantryTesting",
        logging,
      ]
        + extra("swift-distributed-tracing", "InMemoryTracing", "Tracing")
        + extra("swift-metrics", "Metrics", "MetricsTestKit")),
    .testTarget(
      name: "GantryToolTests",
      dependencies: [
        "Gantry", "GantryCore", "GantryDiscovery", "GantryInspector", "GantryLaunch", "GantryMain",
        "GantryReports", "GantryTool", "LaunchFixture", "TestRounds",
      ] + extra("swift-argument-parser", "ArgumentParser")),
    .testTarget(
      name: "GantryCoreTests",
      dependencies: [
        "Gantry", "GantryAppEvents", "GantryCore", "GantryDiscovery", "GantryEvents",
        "GantryLaunch", "GantryMain", "GantryMonitor", "GantryReports", "GantryRouting",
        "GantryServices", "GantrySupport", "GantryTesting", "LogFixture", "TestRounds", logging,
      ]),
    .testTarget(
      name: "GantryTestingTests",
      dependencies: [
        "Gantry", "GantryTesting", "GantrySupport", "LogFixture", "TestRounds", logging,
      ]),
  ]
)

// A part of the tests builds much faster: GANTRY_TESTS="GantryRoutingTests GantryCoreTests" swift test
let chosenTests = Context.environment["GANTRY_TESTS"]?.split(separator: " ").map(String.init)

package.targets.removeAll { target in
  switch target.type {
  case .macro: macros.isEmpty
  case .test:
    !(chosenTests?.contains(target.name)
      ?? ((target.name == "GantryMacrosTests") == testsMacros))
  default: false
  }
}
for target in package.targets where target.type != .plugin { target.swiftSettings = settings }

// SwiftPM compiles a target again after a change of a module that its dependencies name, but not after
// one of a module that those import. It would then go on with the old layout of the types that they
// re-export or contain, and crash. So each target and each library names all libraries of the package
// that it always builds on.
let libraries = package.targets.filter { $0.type == .regular }

/// The libraries of this package on which some targets always depend, also through others.
@MainActor func base(of targets: [Target]) -> Set<String> {
  let direct = targets.flatMap(\.dependencies).compactMap { dependency in
    switch dependency {
    case .byNameItem(let name, nil), .targetItem(let name, nil):
      libraries.first { $0.name == name }
    default: nil
    }
  }
  return direct.isEmpty ? [] : base(of: direct).union(direct.map(\.name))
}

for target in package.targets where target.type != .plugin {
  let named = base(of: [target]).filter { name in
    target.dependencies.contains { dependency in
      switch dependency {
      case .byNameItem(name, _), .targetItem(name, _): true
      default: false
      }
    }
  }
  target.dependencies += base(of: [target]).subtracting(named).sorted().map { .target(name: $0) }
}
package.products = package.products.map { product in
  guard let library = product as? Product.Library else { return product }
  let own = libraries.filter { library.targets.contains($0.name) }
  let added = base(of: own).subtracting(library.targets).sorted()
  return .library(name: library.name, type: library.type, targets: library.targets + added)
}
