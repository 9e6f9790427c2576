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

/// A function that the system calls when it loads a program, before `main`.
struct StartupFunction: Equatable {
  /// Its name as its language writes it; nil where the file has none.
  let name: String?
  /// The target that it comes from, if that is known.
  var target: String?
  /// The file that it comes from, if that is known.
  var file: String?

  /// Where it lies in the file; nil where another file has it.
  var address: UInt64?
  /// How long it took; nil where that was not measured.
  var time: Duration?

  /// Whether every program of its kind has it: it belongs to the C or Swift runtime.
  var isToolchain: Bool {
    switch symbol {
    case "frame_dummy", "_ZL23swift_image_constructorv", "__do_init", "asan.module_ctor",
      "tsan.module_ctor", "__llvm_profile_init":
      true
    default: false
    }
  }

  /// The name as the linker knows it.
  let symbol: String?

  init(symbol: String?, target: String? = nil, file: String? = nil) {
    self.symbol = symbol
    self.target = target ?? symbol.flatMap(Self.swiftModule)
    self.file = file
    name = symbol.map { SwiftDemangler.demangle($0) ?? $0 }
  }

  /// The module of a Swift symbol: the length and the letters behind `$s`.
  static func swiftModule(of symbol: String) -> String? {
    guard let prefix = ["$s", "$S"].first(where: { symbol.hasPrefix($0) }) else { return nil }
    let rest = symbol.dropFirst(prefix.count)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let length = Int(digits), digits.first != "0" else { return nil }
    let name = rest.dropFirst(digits.count).prefix(length)
    return name.count == length ? String(name) : nil
  }

  /// A line for people.
  var description: String {
    let place = [target.map { "target \($0)" }, file].compactMap(\.self)
    let from =
      place.isEmpty ? "a place that the program does not tell" : place.joined(separator: ", ")
    return "\(name ?? "a function without a name") from \(from)"
  }

  /// The line, with the time where it is known.
  var timedDescription: String { description + (time.map { ", \($0.text)" } ?? "") }

  /// Its fingerprint in a baseline: the same wherever it moves in its target.
  var fingerprint: String {
    "beforeMain: \(name ?? "a function without a name") of \(target ?? "no known target")"
  }

  /// That it is not in a baseline.
  var finding: Finding {
    Finding(
      kind: "beforeMain", key: String(fingerprint.dropFirst("beforeMain: ".count)),
      message: """
        \(description), runs before main, and the baseline does not have it. Do its work in a launch \
        task, or accept it with '--write-baseline'.
        """)
  }
}

/// Makes names that people read of symbols, with the Swift runtime of this process.
enum SwiftDemangler {
  private typealias Function =
    @convention(c) (
      UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
    ) -> UnsafeMutablePointer<CChar>?

  /// The name behind a Swift symbol; nil for others, and where the runtime does not tell.
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
