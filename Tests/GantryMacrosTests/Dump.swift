import Foundation
import Testing

@Suite struct Dump {
  @Test func dump() throws {
    for (i, s) in ExpansionSources.all.enumerated() {
      try Expansion(s).text.write(
        toFile: "/work/h/macros/pair\(i).txt", atomically: true, encoding: .utf8)
    }
  }
}
