// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryLaunch
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct ModulePictureTests {
  /// An app with this many modules, each of which needs a few earlier ones.
  private static func app(_ count: Int, seed: UInt64) -> [ModuleManifest] {
    var random = SplitMix(state: seed)
    return (0..<count).map { number in
      let near = max(0, number - 40)..<number
      func other() -> ModuleName? {
        near.randomElement(using: &random).map { ModuleName("Module\($0)") }
      }
      var options = ModuleOptions(essential: number.isMultiple(of: 17))
      for kind in [LaunchEdge.Kind.requires, .requires, .wants, .after] {
        guard let target = other(), Bool.random(using: &random) else { continue }
        options.dependencies.append(ModuleDependency(kind, target))
      }
      return .sample("Module\(number)", options)
    }
  }

  @Test(arguments: [(20, 1), (20, 2), (100, 3), (300, 4)] as [(Int, UInt64)])
  func `boxes don't overlap, and names fit in their boxes`(count: Int, seed: UInt64) async throws {
    let end = try await ToolFolder().run("graph --by module", on: Self.app(count, seed: seed))
    let boxes = try Picture(end.output).boxes
    #expect(boxes.count == count, "seed \(seed)")
    for (index, box) in boxes.enumerated() {
      // A letter of the picture's font is less than 6.6 pixels wide on average.
      #expect(Double(box.name.count) * 6.6 <= box.width, "seed \(seed): \(box.name)")
      for other in boxes[(index + 1)...] {
        let isApart =
          abs(box.y - other.y) >= 30 || box.x + box.width + 8 <= other.x
          || other.x + other.width + 8 <= box.x
        #expect(isApart, "seed \(seed): \(box.name) and \(other.name)")
      }
    }
  }

  @Test(arguments: [5, 6, 7] as [UInt64])
  func `dependencies are to the left`(seed: UInt64) async throws {
    let app = Self.app(60, seed: seed)
    let end = try await ToolFolder().run("graph", on: app)
    let places = Dictionary(
      uniqueKeysWithValues: try Picture(end.output).boxes.map { ($0.name, $0.x) })
    for module in app {
      for edge in module.options.dependencies {
        let ends = (places[edge.target.rawValue] ?? 0, places[module.name.rawValue] ?? 0)
        #expect(ends.0 < ends.1, "seed \(seed): \(module.name) \(edge.kind) \(edge.target)")
      }
    }
  }

  @Test func `equal apps have equal pictures`() async throws {
    let folder = try ToolFolder()
    let first = try await folder.run("graph", on: Self.app(40, seed: 8))
    let second = try await folder.run("graph", on: Self.app(40, seed: 8).reversed())
    #expect(first == second)
  }

  @Test func `names with special characters are shown unchanged`() async throws {
    let end = try await ToolFolder().run("graph", on: [.sample("A<B> & \"C\"")])
    #expect(try Picture(end.output).boxes.map(\.name) == ["A<B> & \"C\""])
  }
}

/// The contents of a picture, as an XML parser reads them.
final class Picture: NSObject, XMLParserDelegate {
  struct Box {
    var name = ""
    let x: Double
    let y: Double
    let width: Double
  }

  private(set) var boxes: [Box] = []
  private var isInNode = false
  private var isName = false

  init(_ svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    try #require(parser.parse(), "not well-formed: \(parser.parserError as Any)")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    func number(_ key: String) -> Double { attributes[key].flatMap(Double.init) ?? .nan }
    switch name {
    case "g": isInNode = attributes["class"]?.hasPrefix("node") == true
    case "rect" where isInNode:
      boxes.append(Box(x: number("x"), y: number("y"), width: number("width")))
    case "text": isName = isInNode
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if isName, let last = boxes.indices.last { boxes[last].name += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if name == "text" { isName = false }
    if name == "g" { isInNode = false }
  }
}

/// Random numbers that can be repeated with a seed (S. Vigna's SplitMix64).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}
