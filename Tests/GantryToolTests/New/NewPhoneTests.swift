// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct NewPhoneTests {
  /// An Xcode project: objects that refer to each other by their identifiers.
  struct Project {
    let root: String
    let objects: [String: [String: Any]]

    init(_ text: String) throws {
      let list = try PropertyListSerialization.propertyList(
        from: Data(text.utf8), options: [], format: nil)
      let project = try #require(list as? [String: Any])
      root = try #require(project["rootObject"] as? String)
      objects = try #require(project["objects"] as? [String: [String: Any]])
    }

    func all(_ kind: String) -> [[String: Any]] {
      objects.values.filter { $0["isa"] as? String == kind }
    }

    /// The identifiers that a value refers to, at any depth.
    static func references(in value: Any) -> [String] {
      switch value {
      case let text as String: text.wholeMatch(of: /6A[0-9A-F]{22}/) == nil ? [] : [text]
      case let list as [Any]: list.flatMap(references)
      case let dictionary as [String: Any]: dictionary.values.flatMap(references)
      default: []
      }
    }
  }

  private func made(_ name: String) async throws -> ToolFolder {
    let folder = try ToolFolder()
    let end = try await folder.run("new app \(name) --platform ios")
    try #require(end.status == 0)
    return folder
  }

  static let examples = ["Shop", "ABCDEFGHIJKLMNOPQRSTUVWX"]

  @Test(arguments: examples)
  func `every object of the project exists and is referenced`(name: String) async throws {
    let text = try await made(name).text(of: "\(name)/App/\(name).xcodeproj/project.pbxproj")
    let project = try Project(text)
    let referred = Set(project.objects.values.flatMap(Project.references) + [project.root])
    #expect(referred == Set(project.objects.keys))
    #expect(project.objects[project.root]?["isa"] as? String == "PBXProject")
  }

  @Test func `the project has the app's files, and links the product of the package`() async throws
  {
    let folder = try await made("Shop")
    let project = try Project(try folder.text(of: "Shop/App/Shop.xcodeproj/project.pbxproj"))
    let products = project.all("XCSwiftPackageProductDependency")
    #expect(products.map { $0["productName"] as? String } == ["ShopModules"])
    #expect(try folder.text(of: "Shop/Package.swift").contains(".library(name: \"ShopModules\""))
    let package = project.all("XCLocalSwiftPackageReference").first?["relativePath"] as? String
    #expect(package == "..")
    let synchronized = project.all("PBXFileSystemSynchronizedRootGroup")
    for path in synchronized.compactMap({ $0["path"] as? String }) + ["Info.plist"] {
      #expect(FileManager.default.fileExists(atPath: folder.url.path + "/Shop/App/\(path)"))
    }
    let settings = project.all("XCBuildConfiguration").compactMap {
      $0["buildSettings"] as? [String: Any]
    }
    #expect(
      settings.compactMap { $0["INFOPLIST_FILE"] as? String } == ["Info.plist", "Info.plist"])
    #expect(settings.compactMap { $0["OTHER_LDFLAGS"] as? String } == ["-ObjC", "-ObjC"])
  }

  @Test func `the property list declares scenes and the application's URL scheme`() async throws {
    let folder = try await made("OrderHistory")
    let data = Data(try folder.text(of: "OrderHistory/App/Info.plist").utf8)
    let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    let info = try #require(list as? [String: Any])
    #expect(info["UIApplicationSceneManifest"] is [String: Any])
    let types = info["CFBundleURLTypes"] as? [[String: [String]]]
    #expect(types == [["CFBundleURLSchemes": ["order-history"]]])
    let modules = try folder.text(of: "OrderHistory/Sources/OrderHistoryModules/Modules.swift")
    #expect(modules.contains("schemes: [\"order-history\"]"))
  }

  @Test func `a server for iOS is refused`() async throws {
    let folder = try ToolFolder()
    let before = try folder.contents()
    let end = try await folder.run("new app Shop --server --platform ios")
    let errors = "Give --server or --platform, not both.\n"
    #expect(end == ToolFolder.End(errors: errors, status: 64))
    #expect(try folder.contents() == before)
  }

  @Test func `a new module is linked by the app's target of modules`() async throws {
    let folder = try await made("Shop")
    let end = try await folder.run("new module Orders --into Shop", path: ToolFolder.toolchain)
    #expect(end.errors == "")
    #expect(end.output.contains("ShopModules links it now."))
    #expect(try folder.text(of: "Shop/Package.swift").contains("Modules/Orders"))
  }
}
