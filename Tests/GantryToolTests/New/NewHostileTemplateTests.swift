// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Hostile templates and names, and messages that show them safely.
@Suite struct NewHostileTemplateTests {
  private func link(_ path: String, to goal: String, in folder: ToolFolder) throws {
    let url = folder.url.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: url.path, withDestinationPath: goal)
  }

  @Test(arguments: ["../secret.txt", "/etc/passwd", "../../", "nowhere", "sub/../../secret.txt"])
  func `a link that leads out of the folder is refused, and nothing is copied`(
    goal: String
  ) async throws {
    let folder = try ToolFolder()
    try folder.put("secret", at: "secret.txt")
    try folder.put("fine", at: "own/sub/fine.txt")
    try link("own/stray.txt", to: goal, in: folder)
    let before = try folder.contents()
    let end = try await folder.run("new module Tea --template own")
    #expect(
      end
        == ToolFolder.End(
          errors: """
            own/stray.txt: is a link that leads out of the template folder. Put a copy in its \
            place, or remove it.

            """, status: 1))
    #expect(try folder.contents() == before)
  }

  @Test func `a link inside the folder is copied, even if the folder is a link`() async throws {
    let folder = try ToolFolder()
    try folder.put("fine", at: "own/sub/fine.txt")
    try link("own/copy.txt", to: "sub/fine.txt", in: folder)
    try link("linked", to: "own", in: folder)
    let end = try await folder.run("new module Tea --template linked")
    #expect(end.errors == "")
    #expect(try folder.text(of: "Tea/copy.txt") == "fine")
  }

  @Test func `control characters in a name are escaped`() async throws {
    let folder = try ToolFolder()
    let end = try await folder.run(#"new app "$(printf 'Te\033[31ma\r\302\233')""#)
    #expect(end.status == 64)
    #expect(end.errors.hasPrefix(#"'Te\u001b[31ma\u000d\u009b' cannot be the name of an app"#))
    // The command line parser's messages escape them, too.
    let other = try await folder.run(
      #"list modules "$(printf -- '--\033c')""#)
    #expect(other.errors.contains(#"'--\u001bc'"#))
    let missing = try await folder.run(#"list modules --manifest "$(printf '\033]0;x\007')""#)
    #expect(missing.errors.contains(#"\u001b]0;x\u0007"#))
    for text in [end, other, missing].map(\.errors) {
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
  }
}
