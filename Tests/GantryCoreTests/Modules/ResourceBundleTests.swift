// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import Gantry
@testable import GantryCore

/// Folders with the layout of Apple systems.
@Suite struct ResourceBundleTests {
  /// A temporary folder with these files, removed with this object.
  private final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "bundle-\(UUID().uuidString)")

    init(_ files: [String]) throws {
      for path in files {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((file.pathExtension == "strings" ? #""tea" = "Tee";"# : path).utf8).write(to: file)
      }
    }

    deinit { try? FileManager.default.removeItem(at: url) }
  }

  @Test(arguments: [
    // An app for iOS, and one for macOS.
    ("Shop.app/Shop", "Shop.app/App_Core.bundle"),
    ("Shop.app/Contents/MacOS/Shop", "Shop.app/Contents/Resources/App_Core.bundle"),
    // Frameworks, flat and with versions.
    ("Shop.app/Frameworks/Kit.framework/Kit", "Shop.app/Frameworks/Kit.framework/App_Core.bundle"),
    (
      "Shop.app/Contents/Frameworks/Kit.framework/Versions/A/Kit",
      "Shop.app/Contents/Frameworks/Kit.framework/Versions/A/Resources/App_Core.bundle"
    ),
    // Test bundles of Xcode, flat and not, and of the package manager.
    ("Shop.app/PlugIns/Tests.xctest/Tests", "Shop.app/PlugIns/Tests.xctest/App_Core.bundle"),
    ("Tests.xctest/Contents/MacOS/Tests", "Tests.xctest/Contents/Resources/App_Core.bundle"),
    ("debug/Tests.xctest/Contents/MacOS/Tests", "debug/App_Core.bundle"),
  ])
  func `a resource bundle is found in each kind of image bundle, flat or with Contents`(
    image: String, bundle: String
  ) throws {
    for inner in ["", "Contents/Resources/"] {
      let file = "\(bundle)/\(inner)lists/prices.json"
      let folder = try Folder([image, file])
      let resources = ModuleResources(
        target: "Core", beside: [folder.url.appending(path: image).path])
      #expect(try resources.text("lists/prices.json") == file)
      #expect(resources.bundle?.lastPathComponent == "App_Core.bundle")
    }
  }

  @Test(arguments: [
    ("Shop.app/Shop", "Shop.app/Art.bundle"),
    ("Tests.xctest/Contents/MacOS/Tests", "Tests.xctest/Contents/Resources/Art.bundle"),
    ("debug/Shop", "debug/Art.resources"),
  ])
  func `a bundle with another name is found in the same places`(
    image: String, bundle: String
  ) throws {
    let folder = try Folder([image, "\(bundle)/logo.txt", "Shop.app/App_Art.bundle/logo.txt"])
    let resources = ModuleResources(
      bundle: "Art", beside: [folder.url.appending(path: image).path])
    #expect(try resources.text("logo.txt") == "\(bundle)/logo.txt")
  }

  @Test(arguments: ["Ar", "Core", "", "../Art", "Shop.app/Art"])
  func `a missing named bundle is the same error as a target's missing bundle`(name: String) throws
  {
    let folder = try Folder(["Shop", "App_Core.bundle/a.txt", "Art.bundle/a.txt"])
    let image = folder.url.appending(path: "Shop").path
    let resources = ModuleResources(bundle: name, beside: [image])
    let error = #expect(throws: ResourceError.self) { try resources.text("a.txt") }
    guard case .missing("a.txt", name, let searched, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(searched.first == folder.url.resolvingSymlinksInPath().path)
  }

  @Test func `languages and texts are read from Contents`() throws {
    let files = "App_Core.bundle/Contents/Resources"
    let folder = try Folder(["\(files)/de.lproj/Localizable.strings"])
    let resources = ModuleResources(target: "Core", in: [folder.url])
    #expect(resources.languages == ["de"])
    #expect(try resources.string("tea", languages: ["de-AT"]) == "Tee")
  }

  @Test func `a target's own folder named Contents is used as it is`() throws {
    let folder = try Folder(["App_Core.resources/Contents/Resources/a.txt"])
    let resources = ModuleResources(target: "Core", in: [folder.url])
    #expect(try resources.url("Contents/Resources/a.txt").lastPathComponent == "a.txt")
  }

  @Test func `a plain folder beside an image is the only one searched`() throws {
    let folder = try Folder(["bin/Shop"])
    let path = folder.url.appending(path: "bin/Shop").path
    #expect(
      ResourceFolders.folders(ofImage: path).map(\.lastPathComponent) == ["bin"])
  }

  @Test func `of two folders of one target the newest is used, with a warning that names both`()
    throws
  {
    let folder = try Folder(["Shop_Art.resources/new.txt", "Old_Art.resources/old.txt"])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)],
      ofItemAtPath: folder.url.appending(path: "Old_Art.resources").path)
    let found = try #require(ResourceFolders.bundles(in: folder.url)["Art"])
    #expect(found.map(\.lastPathComponent) == ["Shop_Art.resources", "Old_Art.resources"])
    #expect(
      ResourceFolders.warning(of: "Art", found) == """
        target 'Art' has several resource folders in \(folder.url.path): Shop_Art.resources, which \
        is used, because it is the newest, and Old_Art.resources. Delete what belongs to another \
        package.
        """)
    #expect(ResourceFolders.warning(of: "Art", Array(found.prefix(1))) == nil)
    #expect(
      try ModuleResources(target: "Art", in: [folder.url]).text("new.txt").hasSuffix("new.txt"))
  }

  @Test(arguments: [
    ("titel.txt", ["title.txt"]), ("more.txt", ["lists/more.txt"]), ("zebra.json", []),
  ])
  func `the error for a missing file names near ones`(path: String, near: [String]) throws {
    let folder = try Folder(["Shop_Art.resources/title.txt", "Shop_Art.resources/lists/more.txt"])
    let resources = ModuleResources(target: "Art", in: [folder.url])
    let error = #expect(throws: ResourceError.self) { try resources.url(path) }
    guard case .missing(path, "Art", _, near) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(near.isEmpty || error?.description.contains("Did you mean \(near[0])?") == true)
    let unknown = ModuleResources(target: "Shop_Artt", in: [folder.url])
    let none = #expect(throws: ResourceError.self) { try unknown.url(path) }
    #expect(none?.description.contains("'Shop_Artt' is missing") == true)
    #expect(none?.description.contains("Did you mean Shop_Art?") == true)
  }
}
