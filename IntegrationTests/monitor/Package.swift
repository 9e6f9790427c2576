// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

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

// The compiler plug-in of the package's debug build: built again in release it would take minutes,
// and expand to the same code. The link `.build/debug` points elsewhere while another platform is built.
let tool =
  Context.environment["GANTRY_PLUGIN"]
  ?? "\(Context.packageDirectory)/../../.build/debug/GantryMacros-tool"
let macros: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-load-plugin-executable", "-Xfrontend", "\(tool)#GantryMacros"])
]

// The tests are about calls that the optimizer sees through: what such a call goes through is optimized. To
// optimize the tests and the other targets, too, would take minutes.
let plain = settings + [.unsafeFlags(["-Onone"])]

// The monitor and its tests, through links: a release build of seconds.
let package = Package(
  name: "Monitor",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "GantryText", swiftSettings: plain),
    .target(name: "GantryEvents", dependencies: ["GantryText"], swiftSettings: settings),
    .target(
      name: "GantryRouting", dependencies: ["GantryText"], swiftSettings: settings),
    .target(
      name: "GantryMonitor", dependencies: ["GantryEvents", "GantryRouting"],
      swiftSettings: settings),
    .target(
      name: "MonitorFixture", dependencies: ["GantryMonitor"], path: "Tests/MonitorFixture",
      swiftSettings: settings),
    .target(name: "TestRounds", path: "Tests/TestRounds", swiftSettings: plain),
    .testTarget(
      name: "GantryMonitorTests",
      dependencies: [
        "GantryEvents", "GantryMonitor", "GantryRouting", "MonitorFixture", "TestRounds",
      ],
      swiftSettings: plain),
  ]
)
