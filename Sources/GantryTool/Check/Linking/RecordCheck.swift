// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Gantry
internal import GantryText

/// Compares the declarations in an app's sources with the records in its program.
struct RecordCheck {
  /// The point at which a declared module or function is lost on its way into the app.
  enum Loss: Equatable {
    /// The program does not depend on its target.
    case notInGraph
    /// It is compiled only under a condition that this build doesn't meet, or that is unknown.
    case conditional(String)
    /// The app lists its modules itself, and this one isn't among them.
    case notNamed
    /// Its target is a dependency, but its file is not linked.
    case notLinked
    /// Its file was compiled to an object file without a record.
    case noRecord(object: String)
    /// Its object file has a record, but the program doesn't.
    case dropped(object: String)
  }

  private let app: BuiltApp
  private let manifest: AppManifest
  /// The names of the entries in each target: type names for modules, own names for functions.
  private var present: [String: Set<String>] = [:]
  private let sources: AppSources
  private let linked: Set<String>
  private let dependencies: Set<String>

  init(_ app: BuiltApp, _ manifest: AppManifest, _ sources: AppSources) {
    self.app = app
    self.manifest = manifest
    self.sources = sources
    linked = Set(app.linkedObjects)
    let program = app.program
    dependencies = Set((program?.dependencies ?? []) + [program?.name].compactMap(\.self))
    for entry in manifest.modules {
      let parts = entry.type?.split(separator: ".").map(String.init)
      let name = parts.map { "type \($0.last ?? "")" } ?? "name \(entry.shortName ?? entry.name)"
      for target in Set([entry.target, parts?.first ?? entry.target]) {
        present[target, default: []].insert(name)
      }
    }
  }

  /// Returns a finding for each declaration that should be in the program but isn't.
  func missing() -> [Finding] {
    sources.declarations.compactMap { place in
      guard !isPresent(place), let loss = loss(of: place), loss.isFault else { return nil }
      let target = place.target.name
      return Finding(
        kind: "missingRecord", key: "\(target).\(place.declaration.name)",
        place: sources.place(place.file, place.declaration.line),
        message: """
          \(place.declaration.name) of the target \(target) should take part in \(app.product), \
          but its record is not in the program: \(loss.cause(target, app.product))
          """)
    }
  }

  /// Returns whether the manifest has a declaration.
  func isPresent(_ place: AppSources.Place) -> Bool {
    let (names, declaration) = (present[place.target.name] ?? [], place.declaration)
    return names.contains("type \(declaration.name)")
      || names.contains("name \(declaration.module)")
  }

  /// Returns the reason why a declaration isn't in the manifest; nil if it is.
  func loss(of place: AppSources.Place) -> Loss? {
    guard !isPresent(place) else { return nil }
    guard dependencies.contains(place.target.name) else { return .notInGraph }
    if let condition = place.declaration.conditions.first(where: {
      $0 != "DEBUG" || !place.target.isDebug
    }) {
      return .conditional(condition)
    }
    if manifest.findings?.takesLinked == false { return .notNamed }
    guard let object = object(of: place), linked.contains(object) else { return .notLinked }
    let name = URL(filePath: object).lastPathComponent
    return Self.hasRecord(object) ? .dropped(object: name) : .noRecord(object: name)
  }

  private func object(of place: AppSources.Place) -> String? {
    let name = URL(filePath: place.file).lastPathComponent
    // With whole-module optimization, a target has one object file for all its source files.
    return place.target.objects.first { $0.hasSuffix("/\(name).o") } ?? place.target.objects.first
  }

  private static func hasRecord(_ object: String) -> Bool {
    ELFFile(URL(filePath: object))?.sections.contains {
      $0.name.hasSuffix(".note.gantry") && $0.size > 0
    } == true
  }
}

extension RecordCheck.Loss {
  /// Whether the loss is a mistake, not a choice.
  var isFault: Bool {
    switch self {
    case .notInGraph, .conditional, .notNamed: false
    case .notLinked, .noRecord, .dropped: true
    }
  }

  /// Returns the cause, with the fix.
  ///
  /// - Parameters:
  ///   - target: The target with the declaration.
  ///   - app: The name of the program.
  func cause(_ target: String, _ app: String) -> String {
    switch self {
    case .notInGraph:
      "\(app) does not depend on the target \(target). Add it to the dependencies of \(app)."
    case .conditional(let condition):
      "it is compiled only under '#if \(condition)', which is false or unknown in this build."
    case .notNamed:
      "\(app) lists its modules. Add this one to `Application(modules:)`, or leave out the list."
    case .notLinked:
      """
      the program is not linked from its object file. The linker takes only those members of a \
      static archive that something refers to: depend on the target, or link the archive whole \
      (-Xlinker --whole-archive).
      """
    case .noRecord(let object):
      """
      \(object) has no record. It is older than the source, or its attribute is not Gantry's: \
      build again, and make sure that the file imports Gantry.
      """
    case .dropped(let object):
      """
      \(object) has a record, but the linker or a later step dropped it, or it was written by \
      another version of Gantry. Link without options that remove note sections, and build \
      everything with one version.
      """
    }
  }
}

/// Finds records in static archives that didn't reach the program: the linker takes a member only
/// if something refers to one of its symbols.
enum ArchiveCheck {
  private static let section = ".note.gantry"

  /// Returns a finding for each member whose record is missing from the program.
  static func missing(in program: URL) -> [Finding] {
    guard let archives = LinkCommand(of: program)?.archives, !archives.isEmpty,
      let file = ELFFile(program)
    else { return [] }
    let linked = Set(records(of: file))
    // Without symbols, the program doesn't show whose records it has.
    guard file.sections.contains(where: { $0.type == 2 }) else { return [] }
    return archives.flatMap { path in
      (StaticArchive(path)?.members ?? []).compactMap { member in
        let names = records(of: member.file)
        guard !names.isEmpty, linked.isDisjoint(with: names) else { return nil }
        let archive = URL(filePath: path).lastPathComponent
        return Finding(
          kind: "missingRecord", key: "\(archive)(\(member.name))",
          message: """
            \(member.name) in the static archive \(archive) has a record, but nothing in \
            \(program.lastPathComponent) refers to it, so the linker left it out. Link the archive \
            whole (-Xlinker --whole-archive), or refer to one of its symbols (-Xlinker -u).
            """)
      }
    }
  }

  /// Returns the names of the constants in the section of records.
  private static func records(of file: ELFFile) -> [String] {
    let indices = file.sections.indices.filter { file.sections[$0].name == section }
    let numbers = Set(indices.map { UInt16(truncatingIfNeeded: $0) })
    return indices.isEmpty ? [] : file.symbols { _, number in numbers.contains(number) }.map(\.name)
  }
}

/// The arguments with which a program was linked, as the build stored them.
struct LinkCommand {
  /// The paths of the static archives among the arguments.
  let archives: [String]

  /// Finds the link of a program in the build's list of commands; nil if it isn't there.
  init?(of program: URL) {
    let folder = program.deletingLastPathComponent()
    let list = folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "\(folder.lastPathComponent).yaml")
    guard let data = try? Data(contentsOf: list, options: .alwaysMapped),
      let found = data.range(of: Data("\"-o\",\"\(program.path)\"".utf8)),
      let start = data[..<found.lowerBound].lastIndex(of: UInt8(ascii: "\n")),
      let bracket = data[start...].firstIndex(of: UInt8(ascii: "["))
    else { return nil }
    let line = data[bracket...].prefix { $0 != UInt8(ascii: "\n") }
    guard let arguments = try? JSONDecoder().decode([String].self, from: line) else { return nil }
    self.init(arguments)
  }

  /// Takes the archives from the arguments of a linker, or of a compiler that calls the linker.
  init(_ arguments: [String]) {
    let words = arguments.filter { $0 != "-Xlinker" }
    var folders: [String] = []
    for (index, word) in words.enumerated() where word.hasPrefix("-L") {
      folders.append(
        word == "-L" ? words.dropFirst(index + 1).first ?? "" : String(word.dropFirst(2)))
    }
    let files = FileManager.default
    archives = words.compactMap { word in
      if word.hasSuffix(".a"), !word.hasPrefix("-") { return word }
      guard word.hasPrefix("-l") else { return nil }
      let name = "lib\(word.dropFirst(2))"
      // The linker prefers a shared library to an archive in the same folder.
      for folder in folders {
        if files.fileExists(atPath: "\(folder)/\(name).so") { return nil }
        if files.fileExists(atPath: "\(folder)/\(name).a") { return "\(folder)/\(name).a" }
      }
      return nil
    }
  }
}
