// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// Finds the functions that run before the `main` of a program, those of `.preinit_array` and
/// `.init_array`, in the order in which the system calls them.
enum StartupFunctions {
  /// The functions that run before `main`; nil when the file cannot be read as a program.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - objects: The object files that it was linked from, which tell where a function is from.
  static func before(main program: URL, objects: [String]) -> [StartupFunction]? {
    guard let file = ELFFile(program) else { return nil }
    let entries = entries(of: file)
    let wanted = Set(entries.map(\.address))
    let symbols = Dictionary(
      file.symbols { address, _ in address != 0 && wanted.contains(address) }
        .map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first })
    var functions = entries.map { entry in
      let symbol = symbols[entry.address]
      var function = StartupFunction(symbol: symbol?.name ?? entry.symbol, file: symbol?.file)
      function.address = entry.address == 0 ? nil : entry.address
      return function
    }
    if functions.contains(where: { !$0.isToolchain }) { attribute(&functions, objects) }
    return functions
  }

  private struct Entry {
    var address: UInt64
    var symbol: String?
  }

  /// The entries of a program's arrays; a position-independent program has them in relocations.
  private static func entries(of file: ELFFile) -> [Entry] {
    var entries: [Entry] = []
    var positions: [UInt64: Int] = [:]
    for type: UInt32 in [16, 14] {
      for section in file.sections where section.type == type {
        for (index, word) in file.words(of: section).enumerated() {
          positions[section.address &+ UInt64(index) * 8] = entries.count
          entries.append(Entry(address: word))
        }
      }
    }
    guard !entries.isEmpty else { return [] }
    file.relocations { place, type, symbol, addend, section in
      guard let index = positions[place] else { return }
      switch type {
      case 8, 1027: entries[index].address = addend
      case 1, 257: entries[index].symbol = file.symbolName(symbol, in: section.link)
      default: break
      }
    }
    // The old marks for the ends of the list aren't functions.
    return entries.filter { $0.symbol != nil || ($0.address != 0 && $0.address != .max) }
  }

  /// Looks in the object files for the ones that define the functions.
  private static func attribute(_ functions: inout [StartupFunction], _ objects: [String]) {
    var sources: [String: String] = [:]
    for path in objects {
      guard let file = ELFFile(URL(filePath: path)) else { continue }
      for name in functionNames(of: file) { sources[name] = sources[name] ?? path }
    }
    for index in functions.indices where !functions[index].isToolchain {
      guard let symbol = functions[index].symbol, let path = sources[symbol] else { continue }
      let (target, file) = origin(of: path)
      functions[index].target = target ?? functions[index].target
      functions[index].file = file
    }
  }

  /// The functions that an object file has called before `main`.
  private static func functionNames(of file: ELFFile) -> [String] {
    let arrays = Set(
      file.sections.indices.filter { file.sections[$0].type == 14 || file.sections[$0].type == 16 })
    guard !arrays.isEmpty else { return [] }
    var names: [String] = []
    var places: [(section: UInt16, address: UInt64)] = []
    file.relocations { _, _, symbol, addend, section in
      guard arrays.contains(section.info), section.link < file.sections.count else { return }
      let name = file.symbolName(symbol, in: section.link) ?? ""
      if !name.isEmpty { names.append(name) }
      if let number = file.sectionNumber(ofSymbol: symbol, in: section.link) {
        places.append((number, addend))
      }
    }
    // The relocation of a local function may name its section, and say how far in it begins.
    names += file.symbols { address, section in
      places.contains { $0.section == section && $0.address == address }
    }.map(\.name)
    return names
  }

  /// The target and the source file of an object file, which lies in `Target.build/File.swift.o`.
  private static func origin(of object: String) -> (target: String?, file: String) {
    let parts = object.split(separator: "/").map(String.init)
    guard let folder = parts.lastIndex(where: { $0.hasSuffix(".build") }) else {
      return (nil, object)
    }
    // Dependencies of the build's plug-ins are compiled apart, for the machine that builds.
    let target = parts[folder].dropLast(6)
    let file = parts[(folder + 1)...].joined(separator: "/")
    return (
      String(target.hasSuffix("-tool") ? target.dropLast(5) : target),
      file.hasSuffix(".o") ? String(file.dropLast(2)) : file
    )
  }
}
