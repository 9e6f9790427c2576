// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryTool

#if os(Linux)
  /// A function that runs before the `main` of these tests.
  @section(".init_array")
  @used
  private let hook: @convention(c) () -> Void = {}
#endif

@Suite struct StartupTests {
  private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
  private static var image: URL {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    return bundle ?? program
  }

  #if os(Linux)
    @Test func `a function that runs before main is named with its target`() throws {
      let functions = try #require(StartupFunctions.before(main: Self.image, objects: []))
      let own = try #require(functions.first { $0.target == "GantryToolTests" })
      #expect(!own.isToolchain)
      #expect(own.name?.contains("hook") == true, "\(own)")
      #expect(functions.contains { $0.isToolchain })
    }

    @Test func `an object file shows a function's source file`() throws {
      let folder = Self.image.deletingLastPathComponent()
      let objects = ["GantryToolTests.build", "GantryToolTests-tool.build"].map {
        folder.appending(path: "\($0)/StartupTests.swift.o").path
      }
      let functions = try #require(
        StartupFunctions.before(main: Self.image, objects: objects))
      let own = try #require(functions.first { $0.target == "GantryToolTests" })
      #expect(own.file == "StartupTests.swift")
    }
  #endif

  @Test(
    arguments: [
      ("$s6Orders4hookyyXCvp", "Orders"), ("$s15GantryToolTests1a", "GantryToolTests"),
      ("$sSi", nil), ("$s99Orders", nil), ("$s0a", nil), ("main", nil), ("$s", nil), ("", nil),
    ] as [(String, String?)])
  func `a Swift symbol names its module`(symbol: String, module: String?) {
    #expect(StartupFunction.swiftModule(of: symbol) == module)
  }

  @Test func `a function's description has all that is known of it`() {
    let hook = StartupFunction(symbol: "set_up", target: "Hooks", file: "hooks.c")
    #expect(hook.description == "set_up from target Hooks, hooks.c")
    let nameless = StartupFunction(symbol: nil)
    #expect(
      nameless.description
        == "a function without a name from an unknown place")
  }
}
