// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Walks through a file's code word by word, and collects the contents of a ``SourceFile``.
///
/// It knows no grammar beyond braces, conditional blocks and attributes. These are enough to
/// distinguish a declaration at file scope or in a type from one in a function, which leaves no
/// record.
struct SourceReader {
  private enum Scope {
    case type
    case code
  }

  private(set) var imports: [SourceFile.Import] = []
  private(set) var declarations: [SourceFile.Declaration] = []

  private let mask: SwiftMask
  private var position = 0
  private var line = 1
  private var scopes: [Scope] = []
  /// The conditions of each enclosing `#if`, up to the current branch; an `#else` has none.
  private var branches: [[String]] = []
  /// The last word that determines the kind of the next brace.
  private var head = ""
  /// The attribute that waits for its declaration, and where its arguments are.
  private var attribute: (name: String, arguments: Range<Int>, line: Int)?

  init(_ source: String) { mask = SwiftMask(source) }

  mutating func read() {
    while position < mask.code.count { step() }
  }

  private mutating func step() {
    switch mask.code[position] {
    case UInt8(ascii: "\n"):
      line += 1
      position += 1
    case UInt8(ascii: "{"):
      scopes.append(Self.typeWords.contains(head) ? .type : .code)
      endStatement()
    case UInt8(ascii: "}"):
      scopes = scopes.dropLast()
      endStatement()
    case UInt8(ascii: ";"): endStatement()
    case UInt8(ascii: "#"): readDirective()
    case UInt8(ascii: "@"): readAttribute()
    case UInt8(ascii: "`"): _ = name()
    case let byte where Self.isWord(byte): readWord()
    default: position += 1
    }
  }

  private static let typeWords: Set = [
    "actor", "class", "enum", "extension", "protocol", "struct",
  ]
  private static let codeWords: Set = ["deinit", "init", "let", "subscript", "var"]
  private static let importKinds: Set = [
    "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
  ]
  private static let marks: Set = ["Launch", "Module", "On", "Route"]

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 128...:
      true
    default: false
    }
  }

  private mutating func endStatement() {
    position += 1
    head = ""
    attribute = nil
  }

  private mutating func word() -> String {
    let start = position
    while position < mask.code.count, Self.isWord(mask.code[position]) { position += 1 }
    return String(decoding: mask.code[start..<position], as: UTF8.self)
  }

  /// A word, or the text in backticks.
  private mutating func name() -> String {
    let mark = UInt8(ascii: "`")
    guard position < mask.code.count, mask.code[position] == mark else { return word() }
    let rest = mask.code[(position + 1)...].prefix { $0 != mark && $0 != UInt8(ascii: "\n") }
    position = min(rest.endIndex + 1, mask.code.count)
    return String(decoding: rest, as: UTF8.self)
  }

  private mutating func skipBlanks() {
    while position < mask.code.count, mask.code[position] == UInt8(ascii: " ") { position += 1 }
  }

  private mutating func restOfLine() -> String {
    let start = position
    while position < mask.code.count, mask.code[position] != UInt8(ascii: "\n") { position += 1 }
    return String(decoding: mask.code[start..<position], as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private mutating func readDirective() {
    position += 1
    switch word() {
    case "if": branches.append([restOfLine()])
    case "elseif": addBranch(restOfLine())
    case "else": addBranch("")
    case "endif": branches = branches.dropLast()
    default: break
    }
  }

  private mutating func addBranch(_ condition: String) {
    guard let last = branches.indices.last else { return }
    branches[last].append(condition)
  }

  /// One condition for each enclosing `#if`. A later branch is compiled only if no earlier one is.
  private var conditions: [String] {
    branches.map { branch in
      (branch.dropLast().map { "!(\($0))" } + branch.suffix(1).filter { !$0.isEmpty })
        .joined(separator: " && ")
    }
  }

  /// Reads an attribute. Attributes of other libraries are ordinary words, with the text in their
  /// parentheses.
  private mutating func readAttribute() {
    let line = line
    position += 1
    var name = word()
    if position < mask.code.count, mask.code[position] == UInt8(ascii: "."), name == "Gantry" {
      position += 1
      name = word()
    }
    let start = position
    skipArguments()
    if Self.marks.contains(name) { attribute = (name, start..<position, line) }
  }

  /// Goes to the end of the parentheses that open here, if there are any.
  private mutating func skipArguments() {
    guard position < mask.code.count, mask.code[position] == UInt8(ascii: "(") else { return }
    var depth = 0
    repeat {
      switch mask.code[position] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\n"): line += 1
      default: break
      }
      position += 1
    } while depth > 0 && position < mask.code.count
  }

  private mutating func readWord() {
    let word = word()
    switch word {
    case "import" where scopes.isEmpty: readImport()
    case "class", "actor", "func": readDeclaration(word)
    case let word where Self.typeWords.contains(word) || Self.codeWords.contains(word):
      head = word
    default: break
    }
  }

  private mutating func readImport() {
    let line = line
    skipBlanks()
    var name = word()
    if Self.importKinds.contains(name) {
      skipBlanks()
      name = word()
    }
    if !name.isEmpty { imports.append(SourceFile.Import(module: name, line: line)) }
    head = ""
  }

  private mutating func readDeclaration(_ keyword: String) {
    head = keyword
    skipBlanks()
    guard let (mark, arguments, line) = attribute else { return }
    let start = position
    let name = name()
    // `class func` isn't the name of a type.
    guard !name.isEmpty, name != "func" else {
      position = start
      return
    }
    attribute = nil
    let isType = keyword != "func"
    guard isType == (mark == "Module"),
      isType ? !scopes.contains(.code) : scopes.isEmpty
    else { return }
    let given = mask.literals(/\bname:\s*"( *)"/, in: arguments).first
    // In the code alone: a text, such as the key of a setting, may end in `.debug`.
    let isDebug = String(decoding: mask.code[arguments], as: UTF8.self).contains(/\.debug\b/)
    declarations.append(
      SourceFile.Declaration(
        name: name, module: given ?? (isType ? Self.moduleName(of: name) : name), isType: isType,
        line: line, conditions: conditions + (isDebug ? ["DEBUG"] : [])))
  }

  private static func moduleName(of type: String) -> String {
    type.hasSuffix("Module") && type != "Module" ? String(type.dropLast(6)) : type
  }
}
