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
  private static let marks: Set = ["Launch", "Module", "On", "Route", "RoutePattern"]

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

/// Swift source in which comments and the contents of text and regex literals are blank, so that
/// only code is left.
///
/// Every byte keeps its offset and its line. Interpolations are blanked with their literal.
struct SwiftMask {
  /// The original bytes.
  let text: [UInt8]
  /// The bytes of the code, as many as in the original.
  private(set) var code: [UInt8]
  private var position = 0

  init(_ source: String) {
    text = Array(source.utf8)
    code = text
    while position < text.count { step() }
  }

  private func byte(_ distance: Int = 0) -> UInt8 {
    position + distance < text.count ? text[position + distance] : 0
  }

  /// The number of number signs that follow each other.
  private func pounds(at distance: Int = 0) -> Int {
    text[min(position + distance, text.count)...].prefix { "#" ~= $0 }.count
  }

  private mutating func step() {
    switch (byte(), byte(1)) {
    case ("/", "/"): while position < text.count, !("\n" ~= byte()) { hide() }
    case ("/", "*"): hideComment()
    case ("\"", _): hideLiteral(pounds: 0)
    case ("/", _): hideRegex(pounds: 0)
    case ("#", _):
      let pounds = pounds()
      if "/" ~= byte(pounds) { return hideRegex(pounds: pounds) }
      position += pounds
      if "\"" ~= byte() { hideLiteral(pounds: pounds) }
    default: position += 1
    }
  }

  private mutating func hide(_ count: Int = 1) {
    for _ in 0..<count where position < text.count {
      if !("\n" ~= text[position]) { code[position] = UInt8(ascii: " ") }
      position += 1
    }
  }

  private mutating func hideComment() {
    var depth = 0
    repeat {
      let (isStart, isEnd) = ("/" ~= byte() && "*" ~= byte(1), "*" ~= byte() && "/" ~= byte(1))
      depth += isStart ? 1 : isEnd ? -1 : 0
      hide(isStart || isEnd ? 2 : 1)
    } while depth > 0 && position < text.count
  }

  private mutating func hideLiteral(pounds: Int) {
    let isLong = "\"" ~= byte(1) && "\"" ~= byte(2)
    let width = isLong ? 3 : 1
    // The quotation marks stay, so that a value still follows the label of an argument.
    position += width
    while position < text.count {
      switch byte() {
      case "\n" where !isLong: return
      case "\"" where isEnd(width, pounds):
        position += width + pounds
        return
      case "\\" where self.pounds(at: 1) >= pounds:
        hide(1 + pounds)
        if "(" ~= byte() { hideInterpolation() } else { hide() }
      default: hide()
      }
    }
  }

  private func isEnd(_ width: Int, _ pounds: Int) -> Bool {
    (0..<width).allSatisfy { "\"" ~= byte($0) } && self.pounds(at: width) >= pounds
  }

  private mutating func hideInterpolation() {
    let start = position
    var depth = 0
    repeat {
      if "(" ~= byte() { depth += 1 }
      if ")" ~= byte() { depth -= 1 }
      step()
    } while depth > 0 && position < text.count
    let count = position - start
    position = start
    hide(count)
  }

  private mutating func hideRegex(pounds: Int) {
    // The delimiters stay, as they do for text.
    let count = regex(pounds: pounds)
    position += pounds + 1
    guard let count else { return }
    hide(count - 2 * (pounds + 1))
    position += pounds + 1
  }

  /// Returns the length in bytes of the regex literal that begins here, with its delimiters; nil if
  /// none does.
  ///
  /// The rules are those of SE-0354. `/…/` is a literal if an operand may begin here and it is on
  /// one line. It has no space at either end, and no closing parenthesis without an opening one.
  private func regex(pounds: Int) -> Int? {
    guard pounds > 0 || isOperandPlace else { return nil }
    let start = pounds + 1
    if pounds == 0, " " ~= byte(start) { return nil }
    let first = text.dropFirst(position + start).first { !(" " ~= $0) }
    let isLong = pounds > 0 && first == UInt8(ascii: "\n")
    var depth = 0
    var end = start
    while position + end < text.count, isLong || !("\n" ~= byte(end)) {
      switch byte(end) {
      case "\\" where !("\n" ~= byte(end + 1)): end += 1
      case "(": depth += 1
      case ")" where depth == 0 && pounds == 0: return nil
      case ")": depth -= 1
      case "/" where self.pounds(at: end + 1) >= pounds:
        return pounds == 0 && " " ~= byte(end - 1) ? nil : end + start
      default: break
      }
      end += 1
    }
    return nil
  }

  /// The words that an operand follows, not an operator.
  private static let words: Set = [
    "as", "await", "case", "else", "guard", "if", "in", "is", "return", "switch", "throw", "try",
    "where", "while", "yield",
  ]

  /// Whether an operand may begin here: at the beginning of a line, after an opening bracket, after
  /// an operator with a space before it, or after a word such as `return`.
  private var isOperandPlace: Bool {
    guard let index = code[..<position].lastIndex(where: { !$0.isBlank }) else { return true }
    if code[index].isOpening { return true }
    guard code[index].isOperator else {
      let word = code[...index].reversed().prefix(while: \.isInWord).reversed()
      return index + 1 < position && Self.words.contains(String(decoding: word, as: UTF8.self))
    }
    let before = code[..<index].last { !$0.isOperator }
    // A postfix operator, as in `value!`, belongs to the word before it.
    return before.map { $0.isBlank || $0.isOpening } ?? true
      || index + 1 < position && !"!?>".utf8.contains(code[index])
  }

  /// Returns the texts of the literals that a pattern finds by the blanks in their place; its group
  /// is the inside of a literal: `name: "( *)"`.
  func literals(
    _ pattern: Regex<(Substring, Substring)>, in range: Range<Int>? = nil
  ) -> [String] {
    let range = range ?? code.indices
    let code = String(decoding: code[range], as: UTF8.self)
    return code.matches(of: pattern).map { match in
      let inside = match.output.1
      let start =
        range.lowerBound + code.utf8.distance(from: code.startIndex, to: inside.startIndex)
      return String(decoding: text[start..<start + inside.utf8.count], as: UTF8.self)
    }
  }
}

/// Compares a byte with an ASCII character, also in patterns.
private func ~= (letter: Unicode.Scalar, byte: UInt8) -> Bool { byte == UInt8(ascii: letter) }

extension UInt8 {
  fileprivate var isInWord: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
      || "0123456789_".utf8.contains(self) || self >= 128
  }

  fileprivate var isBlank: Bool { " \t".utf8.contains(self) }
  fileprivate var isOpening: Bool { "\n([{,;:".utf8.contains(self) }
  fileprivate var isOperator: Bool { "=!&|?~^+-%<>*.".utf8.contains(self) }
}
