// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Finds the functions that run before the `main` of a program.
///
/// They are the functions of `.preinit_array` and `.init_array`, in the order in which the system
/// calls them.
enum StartupFunctions {
  /// Returns the functions that run before `main`; nil if the file can't be read as a program.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - objects: The object files that the program was linked from, which show where a function
  ///     comes from.
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

  /// Returns the entries of a program's arrays. In a position-independent program, they are in
  /// relocations.
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
    // The old end marks of the list aren't functions.
    return entries.filter { $0.symbol != nil || ($0.address != 0 && $0.address != .max) }
  }

  /// Finds the object files that define the functions.
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

  /// Returns the functions of an object file that run before `main`.
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
    // The relocation of a local function may name its section and the function's offset in it.
    names += file.symbols { address, section in
      places.contains { $0.section == section && $0.address == address }
    }.map(\.name)
    return names
  }

  /// Returns the target and the source file of an object file, which is at
  /// `Target.build/File.swift.o`.
  private static func origin(of object: String) -> (target: String?, file: String) {
    let parts = object.split(separator: "/").map(String.init)
    guard let folder = parts.lastIndex(where: { $0.hasSuffix(".build") }) else {
      return (nil, object)
    }
    // Dependencies of build plug-ins are compiled separately, for the machine that builds.
    let target = parts[folder].dropLast(6)
    let file = parts[(folder + 1)...].joined(separator: "/")
    return (
      String(target.hasSuffix("-tool") ? target.dropLast(5) : target),
      file.hasSuffix(".o") ? String(file.dropLast(2)) : file
    )
  }
}

/// A function that the system calls before `main`, when it loads a program.
struct StartupFunction: Equatable {
  /// The function's name in its own language; nil if the file doesn't have it.
  let name: String?
  /// The target that the function comes from, if known.
  var target: String?
  /// The file that the function comes from, if known.
  var file: String?

  /// The function's address in the file; nil if another file contains it.
  var address: UInt64?
  /// The time that the function took; nil if it wasn't measured.
  var time: Duration?

  /// Whether the function is from the C or Swift runtime, so that every such program has it.
  var isToolchain: Bool {
    switch symbol {
    case "frame_dummy", "_ZL23swift_image_constructorv", "__do_init", "asan.module_ctor",
      "tsan.module_ctor", "__llvm_profile_init":
      true
    default: false
    }
  }

  /// The function's name for the linker.
  let symbol: String?

  init(symbol: String?, target: String? = nil, file: String? = nil) {
    self.symbol = symbol
    self.target = target ?? symbol.flatMap(Self.swiftModule)
    self.file = file
    name = symbol.map { SwiftDemangler.demangle($0) ?? $0 }
  }

  /// Returns the module of a Swift symbol, from the length and the letters after `$s`.
  static func swiftModule(of symbol: String) -> String? {
    guard let prefix = ["$s", "$S"].first(where: { symbol.hasPrefix($0) }) else { return nil }
    let rest = symbol.dropFirst(prefix.count)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let length = Int(digits), digits.first != "0" else { return nil }
    let name = rest.dropFirst(digits.count).prefix(length)
    return name.count == length ? String(name) : nil
  }

  /// One line for people.
  var description: String {
    let place = [target.map { "target \($0)" }, file].compactMap(\.self)
    let from =
      place.isEmpty ? "an unknown place" : place.joined(separator: ", ")
    return "\(name ?? "a function without a name") from \(from)"
  }

  /// The line, with the time if known.
  var timedDescription: String { description + (time.map { ", \($0.text)" } ?? "") }

  /// The fingerprint in a baseline, which stays the same when the function moves within its target.
  var fingerprint: String {
    "beforeMain: \(name ?? "a function without a name") of \(target ?? "no known target")"
  }

  /// The finding of a function that isn't in a baseline.
  var finding: Finding {
    Finding(
      kind: "beforeMain", key: String(fingerprint.dropFirst("beforeMain: ".count)),
      message: """
        \(description) runs before main, and is not in the baseline. Do its work in a launch task, \
        or accept it with '--write-baseline'.
        """)
  }
}

/// Turns symbols into readable names, with the Swift runtime of this process.
enum SwiftDemangler {
  private typealias Function =
    @convention(c) (
      UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
    ) -> UnsafeMutablePointer<CChar>?

  /// Returns the readable name of a Swift symbol; nil for others, or without help from the runtime.
  static func demangle(_ symbol: String) -> String? {
    guard symbol.hasPrefix("$s"), let handle = dlopen(nil, RTLD_NOW),
      let address = dlsym(handle, "swift_demangle")
    else { return nil }
    let function = unsafeBitCast(address, to: Function.self)
    guard let text = function(symbol, symbol.utf8.count, nil, nil, 0) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}
