// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Gantry

/// The default values of added modules, combined with readings of all files.
@Suite struct AddedConfigurationTests {
  /// A temporary configuration file, removed with this object.
  private final class File {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")

    init(_ text: String) throws { try Data(text.utf8).write(to: url) }

    deinit { try? FileManager.default.removeItem(at: url) }
  }

  private static func files(of names: ModuleName...) throws -> ConfigurationFiles {
    let file = try File(#"{"limit": 5, "tax": {"rate": 7}}"#)
    var files = ConfigurationFiles()
    for name in names { try files.addDefaults(of: name, file.url.path) }
    return files
  }

  @Test(
    arguments: [
      ([], ["Kit", "KitPlus"], []),
      (["Kit"], ["KitPlus"], ["Kit.limit", "Kit.tax.rate"]),
      (["KitPlus"], ["Kit"], ["KitPlus.limit", "KitPlus.tax.rate"]),
    ] as [(Set<ModuleName>, [ModuleName], [String])])
  func `reading some modules' defaults keeps those of the other modules`(
    own: Set<ModuleName>, kept: [ModuleName], changed: [String]
  ) throws {
    let earlier = try Self.files(of: "Kit", "KitPlus")
    var files = ConfigurationFiles()
    files.takeDefaults(from: earlier, except: own)
    #expect(files.defaults.keys.sorted() == kept)
    #expect(files.changes(since: earlier) == changed)
  }

  @Test func `dropping a refused module's defaults leaves no change behind`() throws {
    let earlier = try Self.files(of: "Kit")
    var files = earlier
    files.takeDefaults(from: try Self.files(of: "KitPlus"))
    #expect(files.changes(since: earlier) == ["KitPlus.limit", "KitPlus.tax.rate"])
    files.dropDefaults(of: "KitPlus")
    files.dropDefaults(of: "Unknown")
    #expect(files.defaults.keys.sorted() == ["Kit"])
    #expect(files.changes(since: earlier).isEmpty)
  }
}
