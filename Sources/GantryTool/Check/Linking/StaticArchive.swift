// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// The object files in a static archive, as `ar` writes it: an eight-byte mark, then for each member
/// a header of 60 bytes and its contents, padded to an even length.
struct StaticArchive {
  /// An object file in the archive.
  struct Member {
    let name: String
    let file: ELFFile
  }

  let members: [Member]

  /// Opens an archive; nil when the file isn't one.
  init?(_ path: String) {
    guard let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else {
      return nil
    }
    self.init(data)
  }

  /// Takes the bytes of an archive; nil when they aren't one.
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

  /// A name of more than 15 letters is in a table, at the offset after the slash.
  private static func name(_ name: String, _ longNames: [UInt8]) -> String {
    if name.hasPrefix("/"), let start = Int(name.dropFirst()), longNames.indices.contains(start) {
      return text(longNames[start...].prefix { $0 != UInt8(ascii: "/") && $0 != 10 })
    }
    return name.hasSuffix("/") ? String(name.dropLast()) : name
  }
}
