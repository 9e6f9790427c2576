// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Finds records in static archives that did not come into a program: the linker takes a member
/// only for a symbol that something refers to.
enum ArchiveCheck {
  private static let section = ".note.gantry"

  /// A finding for each member with a record that the program does not have.
  static func missing(in program: URL) -> [Finding] {
    guard let archives = LinkCommand(of: program)?.archives, !archives.isEmpty,
      let file = ELFFile(program)
    else { return [] }
    let linked = Set(records(of: file))
    // Without its symbols the program does not tell whose records it has.
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
            whole (-Xlinker --whole-archive), or refer to a symbol of it (-Xlinker -u).
            """)
      }
    }
  }

  /// The names of the constants in the section of records.
  private static func records(of file: ELFFile) -> [String] {
    let indices = file.sections.indices.filter { file.sections[$0].name == section }
    let numbers = Set(indices.map { UInt16(truncatingIfNeeded: $0) })
    return indices.isEmpty ? [] : file.symbols { _, number in numbers.contains(number) }.map(\.name)
  }
}

/// How a program was linked: the arguments that the build keeps for it.
struct LinkCommand {
  /// The static archives among them, as paths.
  let archives: [String]

  /// Looks for the link of a program in the build's own list of commands; nil without one.
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

  /// Takes the archives from the arguments of a linker, or of a compiler that calls it.
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
      // The linker takes a shared library before an archive of the same folder.
      for folder in folders {
        if files.fileExists(atPath: "\(folder)/\(name).so") { return nil }
        if files.fileExists(atPath: "\(folder)/\(name).a") { return "\(folder)/\(name).a" }
      }
      return nil
    }
  }
}
