// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryDiscovery
import Testing

/// `IntegrationTests/linking` covers a program whose modules are in libraries.
@Suite struct ProgramBuildTests {
  @Test func `the program comes first, with the identifier in its file`() throws {
    #if !os(Linux)
      return
    #endif
    let image = try #require(ProgramBuild.images.first)
    let identifier = try #require(image.identifier)
    #expect(image.isProgram)
    #expect(identifier.count >= 16 && identifier.allSatisfy(\.isHexDigit))
    #expect(identifier == identifier.lowercased())
    let bytes = stride(from: 0, to: identifier.count, by: 2).compactMap { position in
      UInt8(identifier.dropFirst(position).prefix(2), radix: 16)
    }
    let note = Data([3, 0, 0, 0] + Array("GNU\0".utf8) + bytes)
    let program = try Data(contentsOf: URL(filePath: "/proc/self/exe"), options: .alwaysMapped)
    #expect(program.range(of: note) != nil)
  }

  @Test func `libraries without records do not count`() {
    #expect(ProgramBuild.images.count(where: \.isProgram) == 1)
    #expect(!ProgramBuild.images.contains { $0.path?.contains("libc.so") == true })
  }

  @Test func `the list of images is stable`() {
    #expect(ProgramBuild.images == ProgramBuild.images)
  }
}
