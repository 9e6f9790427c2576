// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryTool

@Suite struct ELFFileTests {
  @Test func `a file that is not ELF is not read`() throws {
    #expect(ELFFile(Data()) == nil)
    #expect(ELFFile(Data("#!/bin/sh".utf8)) == nil)
    #expect(ELFFile(URL(filePath: "/none")) == nil)
  }

  /// A small file: a header, three sections, a name table and one array of functions.
  static var smallFile: Data {
    var bytes = [UInt8](repeating: 0, count: 64 + 3 * 64 + 64)
    func put(_ value: UInt64, _ size: Int, at offset: Int) {
      for index in 0..<size {
        bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
      }
    }
    put(0x01_02_46_4c_45_7f, 6, at: 0)
    bytes.replaceSubrange(0..<6, with: [0x7f, 0x45, 0x4c, 0x46, 2, 1])
    put(64, 8, at: 0x28)
    put(64, 2, at: 0x3a)
    put(3, 2, at: 0x3c)
    put(2, 2, at: 0x3e)
    put(1, 4, at: 128)
    put(14, 4, at: 132)
    put(0x1000, 8, at: 144)
    put(288, 8, at: 152)
    put(16, 8, at: 160)
    put(3, 4, at: 196)
    put(256, 8, at: 216)
    put(32, 8, at: 224)
    bytes.replaceSubrange(256..<269, with: Array("\0.init_array\0".utf8))
    put(0xabc, 8, at: 288)
    put(.max, 8, at: 296)
    return Data(bytes)
  }

  @Test func `sections are found by name, and their words are read`() throws {
    let file = try #require(ELFFile(Self.smallFile))
    let array = try #require(file.sections.first { $0.name == ".init_array" })
    #expect(array.type == 14 && array.address == 0x1000)
    #expect(file.words(of: array) == [0xabc, .max])
    #expect(file.symbols { _, _ in true }.isEmpty)
  }

  @Test func `damaged files of any kind don't trap`() {
    let whole = Self.smallFile
    for count in 0..<whole.count { look(Data(whole.prefix(count))) }
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var generator = Generator(state: seed)
    for _ in 0..<2_000 {
      var data = whole
      for _ in 0..<4 {
        data[Int.random(in: 6..<data.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      look(data)
    }
  }

  private func look(_ data: Data) {
    guard let file = ELFFile(data) else { return }
    for section in file.sections { #expect(file.words(of: section).count <= data.count) }
    file.relocations { _, _, symbol, _, section in
      #expect((file.symbolName(symbol, in: section.link) ?? "").utf8.count <= 3 * data.count)
    }
    #expect(file.symbols { _, _ in true }.count <= data.count)
  }

  /// SplitMix64, by Steele, Lea and Flood.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var value = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
      value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
      return value ^ (value >> 31)
    }
  }
}
