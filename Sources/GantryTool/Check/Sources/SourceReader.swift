// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Walks through a file's code word by word, and collects the contents of a ``SourceFile``.
///
/// It knows no grammar beyond braces, conditional blocks and attributes. These are enough to
/// distinguish a declaration at file scope or in a type from one in a function, which leaves no
/// record.
///
/// SwiftParser would know all of it, but with it the tool's first build would take a minute longer
/// on two cores. SwiftPM compiles swift-syntax for the macros, which are programs of the compiler,
/// and would compile it again for the tool.
struct SourceReader {
  private(set) var imports: [SourceFile.Import] = []
  private(set) var declarations: [SourceFile.Declaration] = []
  private(set) var routes: [SourceFile.Route] = []

  private let mask: SwiftMask
  private var position = 0
  private var line = 1
  /// Whether each enclosing brace is that of a type.
  private var scopes: [Bool] = []
  /// The conditions of each enclosing `#if`, up to the current branch; an `#else` has none.
  private var branches: [[String]] = []
  /// The last word that determines the kind of the next brace.
  private var head = ""
  /// The attribute before its declaration.
  private var attribute: (name: String, arguments: Range<Int>, line: Int)?

  init(_ source: String) {
    mask = SwiftMask(source)
    while let byte { step(byte) }
  }

  private static let typeWords: Set = ["actor", "class", "enum", "extension", "protocol", "struct"]
  private static let words = typeWords.union(["deinit", "init", "let", "subscript", "var"])
  private static let importKinds = typeWords.union(["func", "let", "typealias", "var"])
  private static let marks: Set = ["Intercept", "Launch", "Module", "On", "Route", "RoutePattern"]

  private var byte: UInt8? { position < mask.code.count ? mask.code[position] : nil }

  private mutating func step(_ byte: UInt8) {
    switch byte {
    case "\n":
      line += 1
      position += 1
    case "{":
      scopes.append(Self.typeWords.contains(head))
      endStatement()
    case "}":
      scopes = scopes.dropLast()
      endStatement()
    case ";": endStatement()
    case "#": readDirective()
    case "@": readAttribute()
    case "`": _ = name()
    case _ where byte.isInWord: readWord()
    default: position += 1
    }
  }

  private mutating func endStatement() {
    position += 1
    head = ""
    attribute = nil
  }

  private mutating func text(while holds: (UInt8) -> Bool) -> String {
    let text = mask.code[position...].prefix(while: holds)
    position = text.endIndex
    return String(decoding: text, as: UTF8.self)
  }

  /// The next word, if it follows at once or after blanks.
  private mutating func word() -> String {
    _ = text { " " ~= $0 }
    return text(while: \.isInWord)
  }

  /// A word, or the text in backticks.
  private mutating func name() -> String {
    let word = word()
    guard word.isEmpty, let byte, "`" ~= byte else { return word }
    position += 1
    let name = text { !("`" ~= $0) && !("\n" ~= $0) }
    position = min(position + 1, mask.code.count)
    return name
  }

  private mutating func readDirective() {
    position += 1
    switch word() {
    case "if": branches.append([text { !("\n" ~= $0) }])
    case "elseif", "else":
      if let last = branches.indices.last { branches[last].append(text { !("\n" ~= $0) }) }
    case "endif": branches = branches.dropLast()
    default: break
    }
  }

  /// One condition for each enclosing `#if`. A later branch is compiled only if no earlier one is.
  private var conditions: [String] {
    branches.map { branch in
      let branch = branch.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      return (branch.dropLast().map { "!(\($0))" } + branch.suffix(1).filter { !$0.isEmpty })
        .joined(separator: " && ")
    }
  }

  /// Reads an attribute. Attributes of other libraries are ordinary words, with the text in their
  /// parentheses.
  private mutating func readAttribute() {
    let first = line
    position += 1
    var name = word()
    if name == "Gantry", let byte, "." ~= byte {
      position += 1
      name = word()
    }
    let start = position
    var depth = 0
    while let byte, depth > 0 || position == start && "(" ~= byte {
      if "(" ~= byte { depth += 1 }
      if ")" ~= byte { depth -= 1 }
      if "\n" ~= byte { line += 1 }
      position += 1
    }
    if Self.marks.contains(name) { attribute = (name, start..<position, first) }
  }

  private mutating func readWord() {
    let word = word()
    switch word {
    case "import" where scopes.isEmpty:
      let line = line
      var name = self.word()
      if Self.importKinds.contains(name) { name = self.word() }
      if !name.isEmpty { imports.append(SourceFile.Import(module: name, line: line)) }
      head = ""
    case "class", "actor", "func": readDeclaration(word)
    case "struct", "enum": readRoute(word)
    case _ where Self.words.contains(word): head = word
    default: break
    }
  }

  /// Reads the type of a route, whose attribute has the pattern.
  private mutating func readRoute(_ keyword: String) {
    head = keyword
    guard let (mark, arguments, line) = attribute, mark == "RoutePattern" else { return }
    let name = name()
    guard let pattern = mask.literals(/^\(\s*"( *)"/, in: arguments).first, !name.isEmpty else {
      return
    }
    attribute = nil
    guard conditions.isEmpty, !scopes.contains(false) else { return }
    routes.append(SourceFile.Route(name: name, pattern: pattern, line: line))
  }

  private mutating func readDeclaration(_ keyword: String) {
    head = keyword
    guard let (mark, arguments, line) = attribute else { return }
    let start = position
    let name = name()
    // `class func` isn't the name of a type.
    guard !name.isEmpty, name != "func" else {
      position = start
      return
    }
    attribute = nil
    let isType = mark == "Module"
    guard isType == (keyword != "func"), isType ? !scopes.contains(false) : scopes.isEmpty
    else { return }
    let given = mask.literals(/\bname:\s*"( *)"/, in: arguments).first
    // In the code alone: a text, such as the key of a setting, may end in `.debug`.
    let isDebug = String(decoding: mask.code[arguments], as: UTF8.self).contains(/\.debug\b/)
    let short = name.hasSuffix("Module") && name != "Module" ? String(name.dropLast(6)) : name
    declarations.append(
      SourceFile.Declaration(
        name: name, module: given ?? (isType ? short : name), isType: isType, line: line,
        conditions: conditions + (isDebug ? ["DEBUG"] : [])))
  }
}
