// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// An event, a route or a service of a module, made of a few small files.
struct NewPart {
  let name: PackageName
  let kind: PackageName.Kind
  /// The name of the module's target or its interface.
  let target: String

  /// The next step for the user.
  var next: String {
    switch kind {
    case .event:
      "Next: send it with context.events.send(\(name)()); modules hear it with @On func on(_ event: "
        + "\(name))"
    case .route: "Next: open /\(name.path), or call router.call(\(name)()) in another module"
    default: "Next: other modules take it with @Inject let \(function): any \(name)"
    }
  }

  /// The name for a function or property, such as `orderList`.
  private var function: String { name.text.prefix(1).lowercased() + name.text.dropFirst() }

  /// Returns the files for the targets of the module, its interface and its tests.
  ///
  /// - Throws: The target that doesn't exist, or the file or type that already does.
  func files(in app: AppPackage) throws(ToolFailure) -> [NewFiles.File] {
    let (target, interface) = try targets(in: app)
    let tests = "\(target.name)Tests"
    guard kind == .event || target.package.dump.targets.contains(where: { $0.name == tests }) else {
      throw ToolFailure(
        """
        \(target.package.shownManifest): there is no target \(tests) for the test of the \
        \(kind.rawValue). Add it, or name the target of a module that has one. Nothing was written.
        """, .misuse)
    }
    let writer = PartWriter(
      part: self, module: target.name, function: function, api: interface?.name)
    var files: [NewFiles.File] = []
    var problems: [String] = []
    for (place, file, text) in writer.sources {
      let (owner, folder) =
        switch place {
        case .interface: (interface ?? target, "Sources")
        case .module: (target, "Sources")
        case .tests: (TargetPlace(name: tests, package: target.package), "Tests")
        }
      let path = "\(owner.folder ?? "\(folder)/\(owner.name)")/\(file).swift"
      let url = owner.package.folder.appending(path: path)
      files.append(
        NewFiles.File(url: url, shownPath: owner.package.shown(url), text: text))
      problems += owner.declarations(of: file, under: url.deletingLastPathComponent())
    }
    guard problems.isEmpty else {
      throw ToolFailure(
        (problems + ["Nothing was written. Choose another name."]).joined(separator: "\n"),
        .cannotWrite)
    }
    return files
  }

  /// Returns the target of the module, with its interface if it has one. For an event, an interface
  /// without its module counts as both.
  ///
  /// - Throws: The target that doesn't exist, or the reason why its package can't be read.
  private func targets(
    in app: AppPackage
  ) throws(ToolFailure) -> (module: TargetPlace, interface: TargetPlace?) {
    let named = try app.target(named: target)
    guard let subject = InterfaceName.subject(of: target) else {
      return (named, try app.findInterface(ofTarget: target))
    }
    if let module = try app.findTarget(named: subject) { return (module, named) }
    // The name of a module may end like that of an interface.
    let sources = named.package.folder.appending(path: named.folder ?? "Sources/\(target)")
    if AppPackage.hasModules(in: sources) {
      return (named, try app.findInterface(ofTarget: target))
    }
    guard kind == .event else {
      throw ToolFailure(
        """
        \(app.shownManifest): there is no module \(subject) yet, which the \(kind.rawValue) needs: \
        'gantry new module \(subject) --into \(app.path)' creates it. Nothing was written.
        """, .misuse)
    }
    return (named, named)
  }
}

extension TargetPlace {
  /// The path of the target's files in the manifest; nil means the usual one.
  fileprivate var folder: String? { package.dump.targets.first { $0.name == name }?.path }

  /// Returns the types with a name in a folder of the target, and the file with that name, one a
  /// line.
  fileprivate func declarations(of type: String, under folder: URL) -> [String] {
    SourceFile.paths(in: folder).compactMap { path in
      let shown = package.shown(URL(filePath: path))
      if path.hasSuffix("/\(type).swift") { return "\(shown) already exists." }
      let code = String(decoding: SwiftMask(SourceFile.text(of: path)).code, as: UTF8.self)
      let words = code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      let kinds: Set<Substring> = ["actor", "class", "enum", "protocol", "struct", "typealias"]
      let isThere = zip(words, words.dropFirst()).contains { kinds.contains($0) && $1 == type }
      return isThere ? "\(type) is already declared: \(shown)." : nil
    }
  }
}

/// Writes the source files of a part.
private struct PartWriter {
  /// A target of the module's package.
  enum Place {
    case interface, module, tests
  }

  let part: NewPart
  /// The name of the module's target.
  let module: String
  let function: String
  /// The name of the module's interface; nil if it has none, so that nothing is public.
  let api: String?

  private var name: String { part.name.text }
  private var access: String { api == nil ? "" : "public " }

  /// The files, with names that lack the extension.
  var sources: [(place: Place, file: String, text: String)] {
    switch part.kind {
    case .event: [(.interface, name, event)]
    case .route:
      [
        (.interface, name, route), (.module, "\(name)Route", handler),
        (.tests, "\(name)Tests", routeTest),
      ]
    default:
      [
        (.interface, name, service), (.module, "\(name)Module", provider),
        (.tests, "\(name)Tests", serviceTest),
      ]
    }
  }

  /// Returns imports in sorted order, with those for tests last.
  private func imports(_ names: [String?], testable: String? = nil) -> String {
    let lines = names.compactMap(\.self).sorted().map { "import \($0)" }
    return (lines + (testable.map { ["", "@testable import \($0)"] } ?? [])).joined(separator: "\n")
  }

  private var event: String {
    let body = api == nil ? "{}" : "{\n  /// Creates the event.\n  public init() {}\n}"
    return """
      \(imports([api == nil ? "Gantry" : "GantryEvents"]))

      /// Write here when it is sent.
      \(access)struct \(name): Event, Equatable \(body)

      """
  }

  private var route: String {
    """
    \(imports([api == nil ? "Gantry" : "GantryRouting"]))

    /// The page at `/\(part.name.path)`.
    @RoutePattern("\(part.name.path)")
    \(access)struct \(name) {
      /// The type of the page.
      \(access)typealias Output = String
    }

    """
  }

  private var handler: String {
    """
    \(imports(["Gantry", api]))

    /// Creates the page at `/\(part.name.path)`.
    @Route(access: .external)
    func \(function)(_ route: \(name)) async -> String { "\(name)" }

    """
  }

  private var routeTest: String {
    """
    \(imports([api, "Testing"], testable: module))

    @Suite struct \(name)Tests {
      @Test func `the page has a path`() throws {
        #expect(try \(name)().path() == "/\(part.name.path)")
      }

      @Test func `the page is made`() async {
        #expect(await \(function)(\(name)()) == "\(name)")
      }
    }

    """
  }

  private var service: String {
    """
    /// Write here what other modules can ask for.
    \(access)protocol \(name): Sendable {
      /// An example, for you to replace.
      func count() async -> Int
    }

    """
  }

  private var provider: String {
    """
    \(imports(["Gantry", api]))

    /// Provides ``\(name)`` to other modules.
    @Module
    \(access)final class \(name)Module: \(name) {
      @Provides var service: any \(name) { self }

      /// An example, for you to replace.
      \(access)func count() async -> Int { 0 }
    }

    """
  }

  private var serviceTest: String {
    """
    \(imports([api, "GantryTesting", "Testing"], testable: module))

    @Suite struct \(name)Tests {
      @Test func `other modules find the service`() async throws {
        let host = try await TestApplication.start(\(name)Module.self)
        let service = try host.application.services.resolveOrThrow((any \(name)).self)
        #expect(await service.count() == 0)
      }
    }

    """
  }
}
