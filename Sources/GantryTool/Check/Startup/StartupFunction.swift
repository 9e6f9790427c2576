// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch

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
