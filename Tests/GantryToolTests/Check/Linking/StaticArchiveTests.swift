// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryTool

@Suite struct StaticArchiveTests {
  private static func header(_ name: String, _ size: Int) -> Data {
    func field(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: width - text.count)
    }
    let times = field("0", 12) + field("0", 6) + field("0", 6) + field("644", 8)
    return Data((field(name, 16) + times + field("\(size)", 10) + "`\n").utf8)
  }

  private static func archive(_ members: [(name: String, data: Data)]) -> Data {
    members.reduce(into: Data("!<arch>\n".utf8)) { archive, member in
      archive += header(member.name, member.data.count) + member.data
      if member.data.count % 2 == 1 { archive.append(10) }
    }
  }

  private static let whole = archive([
    ("/", Data([0, 0, 0])), ("//", Data("a-name-of-many-letters.o/\nother.o/\n".utf8)),
    ("Tea.o/", ELFFileTests.smallFile), ("/0", ELFFileTests.smallFile), ("text/", Data("a".utf8)),
    ("/26", ELFFileTests.smallFile),
  ])

  @Test func `object files in an archive have their short or long names`() throws {
    let members = try #require(StaticArchive(Self.whole)).members
    #expect(members.map(\.name) == ["Tea.o", "a-name-of-many-letters.o", "other.o"])
    #expect(members.allSatisfy { $0.file.sections.count == 3 })
  }

  @Test func `a truncated archive yields its complete members`() throws {
    #expect(StaticArchive(Data()) == nil)
    #expect(StaticArchive("/none") == nil)
    #expect(StaticArchive(ELFFileTests.smallFile) == nil)
    for count in 8..<Self.whole.count {
      let archive = try #require(StaticArchive(Data(Self.whole.prefix(count))))
      #expect(archive.members.count < 3)
    }
    let negative = Data("!<arch>\n".utf8) + Self.header("a/", -9)
    #expect(StaticArchive(negative)?.members.isEmpty == true)
  }

  @Test(
    arguments: [
      (["clang", "/a/libTea.a", "b.o"], ["/a/libTea.a"]),
      (["-L", "DIR", "-lTea"], ["DIR/libTea.a"]), (["-LDIR", "-lTea"], ["DIR/libTea.a"]),
      (["-Xlinker", "-L", "-Xlinker", "DIR", "-Xlinker", "-lTea"], ["DIR/libTea.a"]),
      (["-LDIR", "-lBoth", "-lNone"], []), (["-lTea"], []), (["-L"], []), ([], []),
    ])
  func `archives are found among the arguments of a link`(
    arguments: [String], archives: [String]
  ) throws {
    let folder = try ToolFolder()
    for name in ["libTea.a", "libBoth.a", "libBoth.so"] { try folder.write("", to: name) }
    let command = LinkCommand(arguments.map { $0.replacing("DIR", with: folder.url.path) })
    #expect(command.archives == archives.map { $0.replacing("DIR", with: folder.url.path) })
  }

  @Test func `the arguments of a link are found in the commands of the build`() throws {
    let app = try AppFolder([], manifest: nil)
    let root = app.folder.resolvingSymlinksInPath()
    let program = root.appending(path: ".build/x86/debug/Shop")
    let commands = """
      commands:
        "other":
          args: ["swiftc","-o","/elsewhere/Shop","/a/libNone.a"]
        "link":
          args: ["swiftc","-L","/a","-o","\(program.path)","/a/libTea.a"]
          description: "Linking"
      """
    #expect(LinkCommand(of: program) == nil)
    try app.write(commands, to: ".build/debug.yaml")
    #expect(LinkCommand(of: program)?.archives == ["/a/libTea.a"])
  }
}
