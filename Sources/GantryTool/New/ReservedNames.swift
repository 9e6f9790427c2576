// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Names that would not build, because they are taken.
enum ReservedNames {
  /// The owner of a name, in any letter case; nil when it is free.
  static func owner(of name: String, _ kind: PackageName.Kind) -> String? {
    let name = name.lowercased()
    if name.hasPrefix("gantry") || name.hasPrefix("cgantry") { return "Gantry" }
    let row = rows.first { row in row.names.contains { $0.lowercased() == name } }
    if let row { return row.owner }
    switch kind {
    case .app: return apps.contains(name) ? "a target or folder of every app" : nil
    case .module: return modules.contains(name) ? "a service or type of Gantry" : nil
    }
  }

  private static let apps: Set = ["web", "modules", "sources", "tests"]
  /// `LogService` and `ProvidedService` would be there twice.
  private static let modules: Set = ["log", "provided"]

  private static let rows: [(owner: String, names: [String])] = [
    ("the Swift language", ["Any", "Protocol", "Self", "Type"]),
    (
      "Swift's own libraries",
      [
        "Android", "AppKit", "BareMetal", "Builtin", "Combine", "CoreFoundation", "CRT", "Cxx",
        "CxxStdlib", "Darwin", "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
        "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc", "Musl",
        "ObjectiveC", "Observation", "PackageDescription", "PackagePlugin", "RegexBuilder", "Swift",
        "SwiftUI", "Synchronization", "Testing", "UIKit", "Volatile", "WASILibc", "WinSDK",
        "XCTest",
      ]
    ),
    (
      "a package that Gantry or the app uses",
      [
        "ArgumentParser", "ArgumentParserToolInfo", "AsyncAlgorithms", "AsyncStreaming",
        "BasicContainers", "BitCollections", "Collections", "ComplexModule", "ConcurrencyHelpers",
        "Configuration", "ConfigurationTesting", "ContainersPreview", "CSystem", "CSystemLinux",
        "CYaml", "DequeModule", "FlyingFox", "FlyingSocks", "HashTreeCollections", "HeapModule",
        "Histogram", "InMemoryLogging", "InternalCollectionsUtilities", "Logging", "Mustache",
        "Numerics", "OrderedCollections", "RealModule", "RopeModule", "ServiceLifecycle",
        "ServiceLifecycleTestKit", "SortedCollections", "SwiftBasicFormat", "SwiftCompilerPlugin",
        "SwiftCompilerPluginMessageHandling", "SwiftDiagnostics", "SwiftIDEUtils", "SwiftIfConfig",
        "SwiftLexicalLookup", "SwiftOperators", "SwiftParser", "SwiftParserDiagnostics",
        "SwiftRefactor", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacroExpansion",
        "SwiftSyntaxMacros", "SwiftSyntaxMacrosGenericTestSupport", "SwiftWarningControl",
        "SystemPackage", "TrailingElementsModule", "UnixSignals", "Yams",
      ]
    ),
  ]
}
