// SPDX-License-Identifier: Apache-2.0

/// A valid name for targets, types and folders.
struct PackageName: Equatable, CustomStringConvertible {
  /// The kind of part that gets the name.
  enum Kind: String {
    case app, server, module, event, route, service

    /// The endings that the tool itself adds to the name.
    var endings: [String] {
      switch self {
      case .app, .server: ["Tests"]
      case .module: ["Module", "API", "Tests", "Testing", "Demo"]
      case .event, .route: []
      case .service: ["Module"]
      }
    }
  }

  /// The longest name that fits the lines of the templates.
  static let longest = 24

  let text: String

  /// Checks a name.
  ///
  /// - Throws: The problem with the name, and a name that was probably meant.
  init(_ text: String, of kind: Kind) throws(ToolFailure) {
    self.text = text
    if let problem = Self.problem(with: text, of: kind) {
      throw ToolFailure("'\(text)' cannot be the name of \(kind.article): \(problem)", .misuse)
    }
  }

  var description: String { text }

  /// The name as part of a URL: `OrderHistory` becomes `order-history`, and `HTTPCache` becomes
  /// `http-cache`.
  var path: String {
    let letters = Array(text)
    var path = ""
    for (index, letter) in letters.enumerated() {
      let follows = index > 0 && !letters[index - 1].isUppercase
      let begins = index > 0 && index + 1 < letters.count && letters[index + 1].isLowercase
      if letter.isUppercase && (follows || begins) { path += "-" }
      path += letter.lowercased()
    }
    return path
  }

  /// The name as the beginning of a function's name, such as `orderList`.
  var property: String { text.prefix(1).lowercased() + text.dropFirst() }

  /// Returns the name of the package, which is also the name of its folder.
  func package(apiOnly: Bool) -> String { apiOnly ? "\(text)API" : text }

  /// Returns the targets of a module's package, out of all that such a package can have.
  func targets(in tree: FileTree) -> [String] {
    ["", "API", "Demo", "Testing", "Tests", "APITests"].map { text + $0 }.filter { target in
      tree.hasFiles(in: "Sources/\(target)") || tree.hasFiles(in: "Tests/\(target)")
    }
  }

  private static func problem(with text: String, of kind: Kind) -> String? {
    guard let (problem, other) = fault(in: text, of: kind) else { return nil }
    let isBetter = !other.isEmpty && fault(in: other, of: kind) == nil
    return problem + (isBetter ? " Did you mean \(other)?" : "")
  }

  /// Returns the problem with a name, and a name that was perhaps meant; empty without a problem.
  private static func fault(in text: String, of kind: Kind) -> (problem: String, other: String)? {
    guard isCapitalized(text) else {
      return (
        "it must have only letters from A to Z and digits, and begin with a capital letter.",
        capitalized(text)
      )
    }
    guard text.count <= longest else {
      return ("it must not have more than \(longest) letters.", "")
    }
    if let ending = kind.endings.first(where: text.hasSuffix) {
      return ("\(ending) is appended where it is needed.", String(text.dropLast(ending.count)))
    }
    if let owner = ReservedNames.owner(of: text, kind) {
      return ("that is a name of \(owner).", "")
    }
    return nil
  }

  private static func isCapitalized(_ text: String) -> Bool {
    guard let first = text.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
    else { return false }
    return text.unicodeScalars.allSatisfy { $0.isASCII && isLetterOrDigit(Character($0)) }
  }

  /// Joins words, so that `my-shop` is `MyShop`; returns an empty text if letters would be lost.
  private static func capitalized(_ text: String) -> String {
    guard text.allSatisfy(\.isASCII) else { return "" }
    return text.split { !isLetterOrDigit($0) }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined()
  }

  private static func isLetterOrDigit(_ letter: Character) -> Bool {
    letter.isLetter || letter.isNumber
  }
}

extension PackageName.Kind {
  /// The kind with its article. A server is what `new app` makes by default, so that its user asked
  /// for an app.
  fileprivate var article: String {
    switch self {
    case .app, .server: "an app"
    case .event: "an event"
    case .module, .route, .service: "a \(rawValue)"
    }
  }
}

/// Names that are taken, so that a package with them wouldn't build.
enum ReservedNames {
  /// Returns the owner of a name, ignoring letter case; nil if the name is free.
  static func owner(of name: String, _ kind: PackageName.Kind) -> String? {
    let name = name.lowercased()
    if name.hasPrefix("gantry") || name.hasPrefix("cgantry") { return "Gantry" }
    let row = rows.first { row in row.names.contains { $0.lowercased() == name } }
    if let row { return row.owner }
    switch kind {
    case .app: return apps.contains(name) ? "a target or folder of every app" : nil
    case .server:
      return apps.union(servers).contains(name) ? "a target or folder of every server" : nil
    case .module: return modules.contains(name) ? "a service or type of Gantry" : nil
    case .event, .route, .service:
      return types.contains(name) ? "a type that the module's own code uses" : nil
    }
  }

  private static let apps: Set = ["modules", "sources", "tests"]
  private static let servers: Set = ["items", "itemsapi", "storage", "web", "webapi"]
  /// Types that every file of the target would then take for the new one.
  private static let types: Set = [
    "actor", "array", "bool", "character", "clock", "codable", "comparable", "data", "date",
    "decodable", "dictionary", "double", "duration", "encodable", "equatable", "error", "event",
    "float", "hashable", "identifiable", "inject", "int", "launch", "launchtoken", "lazy",
    "lifecycleevent", "mainactor", "module", "modulecontext", "namedevent", "never", "on",
    "optional", "priority", "provides", "result", "route", "routeerror", "routepattern",
    "routevalue", "run", "sendable", "sequence", "service", "set", "shutdown", "string", "task",
    "typedroute", "uint", "url", "uuid", "void",
  ]
  /// `ProvidedService` would exist twice.
  private static let modules: Set = ["provided"]

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
        "BasicContainers", "BitCollections", "Collections", "ConcurrencyHelpers",
        "Configuration", "ConfigurationTesting", "ContainersPreview", "CSystem", "CSystemLinux",
        "CYaml", "DequeModule", "FlyingFox", "FlyingSocks", "HashTreeCollections", "HeapModule",
        "HTTPTypes", "HTTPTypesFoundation", "InMemoryLogging", "InMemoryTracing",
        "InternalCollectionsUtilities", "Logging", "MetricsTestKit", "Mustache",
        "OrderedCollections", "RopeModule", "ServiceLifecycle",
        "ServiceLifecycleTestKit", "SortedCollections", "SwiftBasicFormat", "SwiftCompilerPlugin",
        "SwiftCompilerPluginMessageHandling", "SwiftDiagnostics", "SwiftIDEUtils", "SwiftIfConfig",
        "SwiftLexicalLookup", "SwiftOperators", "SwiftParser", "SwiftParserDiagnostics",
        "SwiftRefactor", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacroExpansion",
        "SwiftSyntaxMacros", "SwiftSyntaxMacrosGenericTestSupport", "SwiftWarningControl",
        "SystemPackage", "TrailingElementsModule", "UnixSignals", "Yams",
      ]
    ),
    (
      "a package that a server uses",
      [
        "Algorithms", "Atomics", "CoreMetrics", "GRDB", "GRDBSQLite", "Hummingbird",
        "HummingbirdCore", "HummingbirdTesting", "Instrumentation", "Metrics", "NIO",
        "NIOConcurrencyHelpers", "NIOCore", "NIOEmbedded", "NIOExtras", "NIOFoundationCompat",
        "NIOHTTP1", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "NIOPosix", "NIOTLS",
        "NIOTransportServices", "RealModule", "ServiceContextModule", "Tracing",
        "TracingInstrumentation",
      ]
    ),
  ]
}
