// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of a page or drawing in well-formed XML, read with a system parser.
struct Markup {
  /// One element with its own text, without that of its children.
  struct Element {
    var name: String
    var attributes: [String: String]
    var text = ""
    /// Whether it is drawn: an SVG element, or inside one.
    var depth: Int

    /// An attribute that is a percentage.
    func percent(_ name: String) -> Double? {
      attributes[name].flatMap { $0.hasSuffix("%") ? Double($0.dropLast()) : nil }
    }
  }

  /// All elements, each before its children.
  let elements: [Element]

  /// Reads markup.
  ///
  /// - Throws: A failed requirement when it is not well-formed.
  init(_ text: String) throws {
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    let isSound = parser.parse()
    try #require(isSound, "line \(parser.lineNumber): \(String(describing: parser.parserError))")
    elements = reader.elements
  }

  /// The elements with a name, and with a class if one is given.
  func all(_ name: String, _ style: String? = nil) -> [Element] {
    elements.filter { element in
      let classes = (element.attributes["class"] ?? "").split(separator: " ").map(String.init)
      return element.name == name && style.map { classes.contains($0) } ?? true
    }
  }

  /// The texts of the elements with a name.
  func texts(_ name: String, _ style: String? = nil) -> [String] { all(name, style).map(\.text) }

  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [Element] = []
    private var open: [Int] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String] = [:]
    ) {
      elements.append(Element(name: name, attributes: attributes, depth: open.count))
      open.append(elements.count - 1)
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if let last = open.last { elements[last].text += text }
    }
  }
}
