// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import Gantry
@testable import GantryCore

@Suite struct ResourceStringTests {
  /// A folder with the resources of target `Shop`, in the package manager's layout.
  private func resources(_ files: [String: String]) throws -> ModuleResources {
    let folder = FileManager.default.temporaryDirectory.appending(path: "res-\(UUID().uuidString)")
    for (path, text) in files {
      let file = folder.appending(path: "App_Shop.resources/\(path)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return ModuleResources(target: "Shop", in: [folder])
  }

  private func greetings() throws -> ModuleResources {
    try resources([
      "en.lproj/Localizable.strings": "\"hello\" = \"Hello\";\n\"bye\" = \"Bye\";",
      "de.lproj/Localizable.strings": "/* Gruß */ \"hello\" = \"Grüß Gott \\\"Welt\\\"\";",
      "zh-Hant.lproj/Localizable.strings": "\"hello\" = \"你好\";",
      "pt_BR.lproj/Localizable.strings": "\"hello\" = \"Olá\";",
      "en.lproj/Errors.strings": "\"late\" = \"Too late\";",
    ])
  }

  @Test(arguments: [
    (["de-AT"], "Grüß Gott \"Welt\""), (["DE"], "Grüß Gott \"Welt\""),
    (["ja", "de"], "Grüß Gott \"Welt\""), (["zh-Hant-TW"], "你好"), (["pt-br"], "Olá"),
    (["pt-PT"], "Hello"), (["zh"], "Hello"), ([], "Hello"), (["en-x-odd", "de"], "Hello"),
  ])
  func `the best available language is used`(languages: [String], text: String) throws {
    #expect(try greetings().string("hello", languages: languages) == text)
  }

  @Test func `a language without the text is skipped`() throws {
    #expect(try greetings().string("bye", languages: ["de"]) == "Bye")
  }

  @Test func `each table is a separate file`() throws {
    #expect(try greetings().string("late", table: "Errors", languages: ["de", "en"]) == "Too late")
  }

  @Test func `a text missing in every language is an error that lists the searched tables`() throws
  {
    let error = #expect(throws: ResourceError.self) {
      try greetings().string("welcome", languages: ["de-AT"])
    }
    #expect(
      error
        == .untranslated(
          key: "welcome", table: "Localizable", target: "Shop", languages: ["de", "en"]))
    #expect(
      error?.description
        == """
        text 'welcome' of target 'Shop' is missing; looked in table 'Localizable' of de, en. \
        Add it to '<language>.lproj/Localizable.strings' among the target's resources.
        """)
  }

  @Test func `a damaged table is an error and not a missing text`() throws {
    let damaged = try resources(["en.lproj/Localizable.strings": "\"hello\" = "])
    let error = #expect(throws: ResourceError.self) {
      try damaged.string("hello", languages: ["en"])
    }
    guard case .unreadable(let path, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path.hasSuffix("en.lproj/Localizable.strings"))
  }

  @Test func `a table that isn't a dictionary is an error`() throws {
    let other = try resources(["en.lproj/Localizable.strings": "(1, 2)"])
    #expect(throws: ResourceError.self) { try other.string("hello", languages: ["en"]) }
  }

  @Test(arguments: [
    ("Core", "core"), ("App_Core", "app core"), ("Kit", "kit of b"), ("Nothing", nil),
  ])
  func `a target finds its own files, whatever other targets are called`(
    target: String, text: String?
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "res-\(UUID().uuidString)")
    for (bundle, text, age) in [
      ("app_Core.resources", "core", 30), ("app_App_Core.resources", "app core", 10),
      ("b_Kit.bundle", "kit of b", 10), ("a_Kit.resources", "kit of a, once", 20),
      ("old_shop_Kit.resources", "kit of old", 0), ("Core.resources", "no bundle", 0),
    ] {
      let file = folder.appending(path: "\(bundle)/note.txt")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(1_000_000 - age))],
        ofItemAtPath: file.deletingLastPathComponent().path)
    }
    #expect((try? ModuleResources(target: target, in: [folder]).text("note.txt")) == text)
  }

  @Test func `available languages are listed`() throws {
    #expect(try greetings().languages == ["de", "en", "pt_BR", "zh-Hant"])
    #expect(ModuleResources(target: "Shop", in: []).languages.isEmpty)
  }

  @Test(arguments: [
    ([:], []), (["LANG": "C.UTF-8"], []), (["LANG": "de_AT.UTF-8"], ["de-AT"]),
    (["LANG": "de_AT.UTF-8", "LC_ALL": "fr_FR@euro"], ["fr-FR"]),
    (["LC_ALL": "", "LC_MESSAGES": "it", "LANG": "de"], ["it"]),
    (["LANGUAGE": "pt_BR:pt", "LANG": "en_US.UTF-8"], ["pt-BR", "pt", "en-US"]),
    (["LANG": "POSIX"], []),
  ])
  func `a Unix environment sets the preferred languages`(
    environment: [String: String], languages: [String]
  ) {
    #expect(LanguageTag.preferred(in: environment) == languages)
  }
}
