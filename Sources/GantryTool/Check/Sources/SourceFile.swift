// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The declarations and imports that the tool looks for in a file of Swift source.
struct SourceFile: Equatable {
  /// An import, by the name of the module.
  struct Import: Equatable {
    let module: String
    let line: Int
  }

  /// A module or function that leaves a record where it is linked.
  struct Declaration: Equatable {
    /// The name of the type or function.
    let name: String
    /// The module's name in the app.
    let module: String
    /// Whether it is a type.
    let isType: Bool
    let line: Int
    /// The conditions of the `#if` blocks around it, from the outermost.
    var conditions: [String] = []

    /// Whether a name on the command line means this, or a task of it.
    ///
    /// - Parameters:
    ///   - word: The name.
    ///   - target: The target of the file, if that is known.
    func answers(to word: String, in target: String? = nil) -> Bool {
      word == module || word == name || word == target.map { "\($0).\(name)" }
        || word.hasPrefix("\(module).")
    }
  }

  private(set) var imports: [Import] = []
  private(set) var declarations: [Declaration] = []

  /// Looks through source text.
  init(_ source: String) {
    var reader = SourceReader(source)
    reader.read()
    imports = reader.imports
    declarations = reader.declarations
  }
}
