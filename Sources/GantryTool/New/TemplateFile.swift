// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import Mustache

/// A file of a template folder, whose path is a template, too.
struct TemplateFile {
  /// The extension of files that are templates.
  static let ending = ".mustache"
  /// The size in bytes of the largest template. Rendering one of that size takes a second.
  static let largest = 1 << 20
  /// The line that turns off HTML escapes.
  private static let plainText = "{{% CONTENT_TYPE:TEXT}}\n"

  let url: URL
  /// The path relative to the folder.
  let path: String
  /// The path for messages.
  let shownPath: String

  /// Adds the generated file to a tree.
  ///
  /// - Throws: The mistake in the template, with its position.
  func render(_ values: TemplateValues, into tree: inout FileTree) throws(TemplateError) {
    let goal = try goal(values)
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw TemplateError(shownPath, "cannot be read: \(DiskFile.reason(of: error))")
    }
    let isExecutable = FileManager.default.isExecutableFile(atPath: url.path)
    let contents = try path.hasSuffix(Self.ending) ? filled(data, values, goal) : data
    // A file that would be empty without one of its sections is left out.
    guard let contents else { return }
    guard tree.add(FileTree.File(data: contents, isExecutable: isExecutable), at: goal) else {
      throw TemplateError(shownPath, "another template makes \(goal) too.")
    }
  }

  /// Returns the path of the generated file.
  private func goal(_ values: TemplateValues) throws(TemplateError) -> String {
    let path = path.hasSuffix(Self.ending) ? String(path.dropLast(Self.ending.count)) : path
    let text = try Self.text(of: path, values, in: shownPath)
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { ["", ".", ".."].contains($0) }) else {
      throw TemplateError(shownPath, "its name becomes '\(text)', which isn't a path.")
    }
    return text
  }

  private func filled(
    _ data: Data, _ values: TemplateValues, _ goal: String
  ) throws(TemplateError) -> Data? {
    guard data.count <= Self.largest else {
      throw TemplateError(
        shownPath, "is larger than 1 MB. Files without .mustache are copied, however large.")
    }
    guard let template = String(data: data, encoding: .utf8) else {
      throw TemplateError(shownPath, "is not text in UTF-8. Files without .mustache are copied.")
    }
    var text = try Self.text(of: template, values, in: shownPath)
    if !template.isEmpty, text.allSatisfy(\.isWhitespace) { return nil }
    if goal.hasSuffix(".swift") { text = SwiftImports.sorted(in: text) }
    return Data(text.utf8)
  }

  /// Renders a text.
  private static func text(
    of text: String, _ values: TemplateValues, in file: String
  ) throws(TemplateError) -> String {
    try check(text, in: file)
    let template: MustacheTemplate
    do {
      template = try MustacheTemplate(string: plainText + text)
    } catch let error as MustacheTemplate.ParserError {
      if let tag = text.ranges(of: "{{").last, !text[tag.upperBound...].contains("}}") {
        throw unclosedTag(in: text, of: file)
      }
      let place = "\(file):\(max(1, error.context.lineNumber - 1)):\(error.context.columnNumber)"
      throw TemplateError(place, wording(of: error.error))
    } catch {
      throw TemplateError(file, "\(error)")
    }
    let asked = AskedValues(values)
    let result = template.render(asked)
    guard let name = asked.unknown.first else { return result }
    let tag = text.ranges(of: "{{").first { range in
      names(name, text[range.upperBound...].prefix { $0 != "}" && !$0.isNewline })
    }
    throw TemplateError(
      unknown: name, at: tag.map { place(file, of: $0.lowerBound, in: text) } ?? file,
      among: values.names)
  }

  /// Returns whether the contents of a tag ask for a value: `{{#name}}`, `{{lowercased(name)}}`.
  private static func names(_ name: String, _ tag: Substring) -> Bool {
    guard tag.first(where: { $0 != " " }) != "!" else { return false }
    guard !name.isEmpty else { return !tag.contains(where: \.isLetter) }
    // Only whole words count, because one name may contain another.
    return tag.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == name }
  }

  /// Finds mistakes that the parser overlooks, or that make it overflow its stack.
  private static func check(_ text: String, in file: String) throws(TemplateError) {
    if let tag = text.firstMatch(of: /\{\{\s*[<>]/) {
      throw TemplateError(
        place(file, of: tag.startIndex, in: text), "a template cannot include another one.")
    }
    // The parser ignores an opening tag at the very end.
    guard !text.hasSuffix("{{") else { throw unclosedTag(in: text, of: file) }
    if let tag = TemplateNesting(text).excess {
      throw TemplateError(
        place(file, of: tag, in: text),
        "sections are nested more than \(TemplateNesting.deepest) deep.")
    }
  }

  private static func unclosedTag(in text: String, of file: String) -> TemplateError {
    let tag = text.ranges(of: "{{").last?.lowerBound ?? text.endIndex
    return TemplateError(place(file, of: tag, in: text), "a tag is not closed: }} is missing.")
  }

  private static func place(_ file: String, of index: String.Index, in text: String) -> String {
    let before = text[..<index].split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return "\(file):\(before.count):\((before.last?.count ?? 0) + 1)"
  }

  private static func wording(of error: any Error) -> String {
    switch error {
    case MustacheTemplate.Error.sectionCloseNameIncorrect:
      "this closes a section other than the one that is open."
    case MustacheTemplate.Error.expectedSectionEnd: "a section is not closed: {{/…}} is missing."
    case MustacheTemplate.Error.unfinishedName: "this isn't a name."
    case MustacheTemplate.Error.invalidSetDelimiter: "this isn't a change of delimiters."
    default: "this isn't a tag (\(error))."
    }
  }
}
