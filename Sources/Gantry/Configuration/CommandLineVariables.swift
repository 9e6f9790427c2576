// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The options of a command line, as variables that say the same in an environment.
///
/// swift-configuration reads a command line behind a trait of its own. But SwiftPM passes two traits of a
/// package to the compiler in an order that changes, and compiles it again, with all that imports it, when
/// an app gets a new file. So Gantry asks for one trait, and has the variables' provider read the options.
struct CommandLineVariables: Equatable {
  /// By the name that the key has in an environment: `--http-port 80` is `HTTP_PORT`.
  private(set) var values: [String: String] = [:]
  /// The names of those with several values, which are an array only.
  private(set) var arrays: Set<String> = []

  /// A value follows its option, as `--key value` or `--key=value`. Several values, as further arguments or
  /// by the option again, are an array, and so are the parts of a value between commas. An option without
  /// a value is `true`. Other arguments don't count.
  init(of arguments: [String]) {
    var given: [String: [String]] = [:]
    var option: String?
    for argument in arguments {
      if argument.hasPrefix("--") {
        let parts = argument.dropFirst(2).split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = Self.variable(parts[0])
        given[name, default: []] += parts.dropFirst().map(String.init)
        option = parts.count == 1 ? name : nil
      } else if let option {
        given[option, default: []].append(argument)
      }
    }
    given[""] = nil
    values = given.mapValues { $0.isEmpty ? "true" : $0.joined(separator: ",") }
    arrays = Set(given.lazy.filter { $1.count > 1 }.map(\.key))
  }

  private static func variable(_ option: Substring) -> String {
    String(option.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}
