// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The parts of an ELF file that the tool reads.
///
/// The file must be 64-bit and little-endian, as on every system that runs Swift. Nothing in the
/// file is trusted: a part that would lie outside of it counts as missing.
///
/// The layout follows chapters 4 and 5 of the System V ABI.
struct ELFFile {
  /// A section of the file.
  struct Section {
    let name: String
    let type: UInt32
    let address: UInt64
    let offset: Int
    let size: Int
    let link: Int
    /// The section that a section of relocations belongs to.
    let info: Int
  }

  /// A symbol of the file.
  struct Symbol: Equatable {
    let name: String
    let address: UInt64
    let section: UInt16
    /// The source file of a local symbol, as the compiler named it.
    let file: String?
  }

  let sections: [Section]
  private let bytes: Data

  /// Opens a file; nil if it isn't an ELF file of this kind.
  init?(_ url: URL) {
    guard let data = try? Data(contentsOf: url, options: .alwaysMapped) else { return nil }
    self.init(data)
  }

  /// Reads the bytes of a file; nil if they aren't an ELF file of this kind.
  init?(_ data: Data) {
    bytes = data
    guard data.prefix(6).elementsEqual([0x7f, 0x45, 0x4c, 0x46, 2, 1]) else { return nil }
    let reader = ByteReader(data)
    guard let table = reader.offset(at: 0x28), let size = reader.number(UInt16.self, at: 0x3a),
      let count = reader.number(UInt16.self, at: 0x3c),
      let names = reader.number(UInt16.self, at: 0x3e), size >= 64
    else { return nil }
    let starts = (0..<Int(count)).map { table + $0 * Int(size) }
    let raw = starts.map { Self.section(reader, $0) }
    guard names < raw.count else { return nil }
    let strings = raw[Int(names)]
    // All sections are kept, because they refer to each other by number.
    sections = zip(starts, raw).map { start, section in
      let name = reader.number(UInt32.self, at: start) ?? 0
      return Section(
        name: reader.text(at: strings.offset + Int(name)), type: section.type,
        address: section.address, offset: section.offset, size: section.size, link: section.link,
        info: section.info)
    }
  }

  private static func section(_ reader: ByteReader, _ start: Int) -> Section {
    let type = reader.number(UInt32.self, at: start + 4) ?? 0
    return Section(
      name: "", type: type, address: reader.number(UInt64.self, at: start + 16) ?? 0,
      offset: reader.offset(at: start + 24) ?? 0,
      // A section without bytes in the file may claim any size.
      size: type == 8 ? 0 : reader.offset(at: start + 32) ?? 0,
      link: Int(reader.number(UInt32.self, at: start + 40) ?? 0),
      info: Int(reader.number(UInt32.self, at: start + 44) ?? 0))
  }

  /// Returns the 64-bit words of a section.
  func words(of section: Section) -> [UInt64] {
    let reader = ByteReader(bytes)
    return stride(from: section.offset, to: section.offset + section.size - 7, by: 8)
      .compactMap { reader.number(UInt64.self, at: $0) }
  }

  /// Calls a closure for each relocation with an addend: address, type, symbol, addend and section.
  func relocations(_ body: (UInt64, UInt32, Int, UInt64, Section) -> Void) {
    let reader = ByteReader(bytes)
    for section in sections where section.type == 4 {
      for start in stride(from: section.offset, to: section.offset + section.size - 23, by: 24) {
        guard let place = reader.number(UInt64.self, at: start),
          let info = reader.number(UInt64.self, at: start + 8),
          let addend = reader.number(UInt64.self, at: start + 16)
        else { return }
        body(place, UInt32(truncatingIfNeeded: info), Int(info >> 32), addend, section)
      }
    }
  }

  /// Returns the symbols whose address and section pass a test, from the full symbol table if there
  /// is one.
  func symbols(where isWanted: (UInt64, UInt16) -> Bool) -> [Symbol] {
    let tables = sections.filter { $0.type == 2 }
    return (tables.isEmpty ? sections.filter { $0.type == 11 } : tables).flatMap { table in
      symbols(of: table, where: isWanted)
    }
  }

  private func symbols(
    of table: Section, where isWanted: (UInt64, UInt16) -> Bool
  ) -> [Symbol] {
    guard table.link < sections.count else { return [] }
    let names = sections[table.link].offset
    let reader = ByteReader(bytes)
    var file: String?
    var found: [Symbol] = []
    for start in stride(from: table.offset, to: table.offset + table.size - 23, by: 24) {
      guard let name = reader.number(UInt32.self, at: start),
        let info = reader.number(UInt8.self, at: start + 4),
        let section = reader.number(UInt16.self, at: start + 6),
        let address = reader.number(UInt64.self, at: start + 8)
      else { break }
      // Local symbols follow the name of their source file; global symbols follow all local ones.
      if info & 0xf == 4 { file = reader.text(at: names + Int(name)) }
      guard info & 0xf <= 2, section != 0, isWanted(address, section), name != 0 else { continue }
      found.append(
        Symbol(
          name: reader.text(at: names + Int(name)), address: address, section: section,
          file: info >> 4 == 0 ? file : nil))
    }
    return found
  }

  /// Returns the name of a symbol by its index in a table.
  func symbolName(_ index: Int, in table: Int) -> String? {
    guard table < sections.count, sections[table].link < sections.count else { return nil }
    let reader = ByteReader(bytes)
    let start = sections[table].offset + index * 24
    guard let name = reader.number(UInt32.self, at: start) else { return nil }
    return reader.text(at: sections[sections[table].link].offset + Int(name))
  }

  /// Returns the number of the section that contains a symbol.
  func sectionNumber(ofSymbol index: Int, in table: Int) -> UInt16? {
    guard table < sections.count else { return nil }
    return ByteReader(bytes).number(UInt16.self, at: sections[table].offset + index * 24 + 6)
  }
}

/// Reads little-endian numbers and texts from bytes; missing ones are nil or empty.
struct ByteReader {
  private let bytes: Data

  init(_ bytes: Data) { self.bytes = bytes }

  /// Returns the number that begins at an offset.
  func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
    let size = MemoryLayout<Number>.size
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    return bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
  }

  /// Returns a 64-bit number that is an offset or a size in the file.
  func offset(at offset: Int) -> Int? {
    guard let number = number(UInt64.self, at: offset), number <= bytes.count else { return nil }
    return Int(number)
  }

  /// Returns the text from an offset to the next zero byte.
  func text(at offset: Int) -> String {
    guard offset >= 0, offset < bytes.count else { return "" }
    return bytes.withUnsafeBytes {
      String(decoding: $0[offset...].prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// The object files in a static archive of `ar`.
///
/// An archive begins with an eight-byte magic number. Each member has a 60-byte header and its
/// contents, padded to an even length.
struct StaticArchive {
  /// An object file in the archive.
  struct Member {
    let name: String
    let file: ELFFile
  }

  let members: [Member]

  /// Opens an archive; nil if the file isn't one.
  init?(_ path: String) {
    guard let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else {
      return nil
    }
    self.init(data)
  }

  /// Reads the bytes of an archive; nil if they aren't one.
  init?(_ data: Data) {
    guard data.starts(with: Array("!<arch>\n".utf8)) else { return nil }
    var members: [Member] = []
    var longNames: [UInt8] = []
    var offset = data.startIndex + 8
    while offset + 60 <= data.endIndex {
      let header = Array(data[offset..<offset + 60])
      guard let size = Self.number(header[48..<58]), size <= data.endIndex - offset - 60 else {
        break
      }
      let contents = data[offset + 60..<offset + 60 + size]
      let name = Self.text(header[0..<16])
      if name == "//" {
        longNames = Array(contents)
      } else if let file = ELFFile(Data(contents)) {
        members.append(Member(name: Self.name(name, longNames), file: file))
      }
      offset += 60 + size + size % 2
    }
    self.members = members
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    Int(text(bytes)).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Returns the name of a member. A name of more than 15 letters is in a table, at the offset
  /// after the slash.
  private static func name(_ name: String, _ longNames: [UInt8]) -> String {
    if name.hasPrefix("/"), let start = Int(name.dropFirst()), longNames.indices.contains(start) {
      return text(longNames[start...].prefix { $0 != UInt8(ascii: "/") && $0 != 10 })
    }
    return name.hasSuffix("/") ? String(name.dropLast()) : name
  }
}
