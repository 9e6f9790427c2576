// SPDX-License-Identifier: Apache-2.0

import TestRounds
import Testing

@testable import GantryTool

/// Names of apps, modules and their parts, and import lines with them.
@Suite struct PackageNameTests {
  private static let kinds: [PackageName.Kind] = [.app, .server, .module, .event, .route, .service]

  @Test(
    arguments: [
      (.app, "Tests", "Tests is appended where it is needed."),
      (.app, "OrderShippedTests", "Did you mean OrderShipped?"),
      (.module, "OrderDemo", "Did you mean Order?"),
      (.service, "PriceModule", "Did you mean Price?"),
      (.server, "storage", "and begin with a capital letter."),
      (.server, "WebAPI", "that is a name of a target or folder of every server."),
      (.app, "modules", "and begin with a capital letter."),
      (.service, "swift-ui", "and begin with a capital letter."),
      (.event, "CGantryImages", "that is a name of Gantry."),
      (.event, "Event", "that is a name of a type that the module's own code uses."),
      (.route, "Int", "that is a name of a type that the module's own code uses."),
      (.service, "Sendable", "that is a name of a type that the module's own code uses."),
    ] as [(PackageName.Kind, String, String)])
  func `each kind of part has its own reserved names`(
    kind: PackageName.Kind, name: String, end: String
  ) {
    let failure = #expect(throws: ToolFailure.self) { try PackageName(name, of: kind) }
    #expect(failure?.message.hasSuffix(end) == true, "\(failure?.message ?? "")")
    #expect(failure?.exit == .misuse)
  }

  @Test(arguments: kinds)
  func `a suggested name is valid`(kind: PackageName.Kind) throws {
    var random = SeededGenerator(seed: 7)
    let parts = [
      "order", "Order", "API", "tests", "Tests", "Module", "-", "_", " ", "2", "é", "Route", "SHOP",
      "swift", "UI", "Provided", "gantry",
    ]
    var offered = 0
    for _ in 0..<2_000 {
      let text = (0..<random.number(0...4)).map { _ in parts[random.number(0...parts.count - 1)] }
        .joined()
      do throws(ToolFailure) {
        let name = try PackageName(text, of: kind)
        #expect(name.text == text)
        let letters = name.path.filter { $0 != "-" }
        #expect(letters == text.lowercased())
        #expect(!name.path.contains("--") && !name.path.hasPrefix("-"), "\(name.path)")
      } catch {
        #expect(error.exit == .misuse)
        guard let mark = error.message.firstRange(of: "Did you mean ") else { continue }
        offered += 1
        let other = String(error.message[mark.upperBound...].dropLast())
        #expect(throws: Never.self, "\(text): \(error.message)") {
          try PackageName(other, of: kind)
        }
      }
    }
    #expect(offered > 50)
  }

  @Test(arguments: [
    ("import B\nimport A", "import A\nimport B"),
    (
      "import Tea\nimport Foundation\n\nimport Z\nimport A",
      "import Foundation\nimport Tea\n\nimport A\nimport Z"
    ),
    ("public import B \nimport A\nlet a = 1", "import A\npublic import B \nlet a = 1"),
    ("import B // b\nimport A", "import B // b\nimport A"),
    ("@testable import B\nimport C\nimport A", "@testable import B\nimport A\nimport C"),
    ("  import B\nimport A", "  import B\nimport A"), ("", ""), ("import A", "import A"),
    ("import A.B\nimport A\n", "import A\nimport A.B\n"),
  ])
  func `each block of imports is sorted, and nothing else moves`(text: String, sorted: String) {
    #expect(SwiftImports.sorted(in: text) == sorted)
    #expect(SwiftImports.sorted(in: sorted) == sorted)
  }
}
