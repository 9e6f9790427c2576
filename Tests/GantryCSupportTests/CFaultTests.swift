// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryC
import GantryTesting
import Legacy
import Testing

@testable import GantryCSupport

@Suite struct CFaultTests {
  private static let faults: [(Int32, [String])] = [
    (
      0,
      [
        """
        faulty (Legacy/legacy.c:7) handles "DidEnterBackgruond", which isn't a life-cycle event. \
        Did you mean DidEnterBackground or SceneDidEnterBackground? Correct the name. A name of your \
        own begins with a lowercase letter or contains a dot, and differs from all life-cycle \
        events in more than the case of its letters.
        """
      ]
    ),
    (1, ["handles \"didEnterBackground\", which isn't a life-cycle event. Did you mean"]),
    (2, ["handles \"\", which isn't a life-cycle event."]),
    (
      3,
      [
        "has the option .once, which GANTRY_LAUNCH doesn't use. Remove it.",
        "has the option .external, which GANTRY_LAUNCH doesn't use. Remove it.",
      ]
    ),
    (4, ["option .stage, which GANTRY_ON", ".milliseconds, which", ".essential, which"]),
    (5, ["option .priority, which GANTRY_ROUTE doesn't", "option .once, which GANTRY_ROUTE"]),
    (
      6,
      [
        "has the option .stage = 9, which stands for nothing. Use a name of GantryC.h.",
        "has the option .lane = 7, which stands for nothing. Use a name of GantryC.h.",
      ]
    ),
    (
      7,
      [
        """
        has the option .milliseconds = -5, which isn't a time. Use a positive number, or leave the \
        option out for no limit.
        """,
        """
        has the option .require with the name "Log Disk", and names have no spaces. Separate names \
        with commas.
        """,
      ]
    ),
    (8, ["has the option .backgroundTask, which GANTRY_LAUNCH doesn't use. Remove it."]),
    (9, ["was compiled with another version of GantryC.h than the linked library."]),
    (10, ["was compiled with another version of GantryC.h than the linked library."]),
  ]

  @Test(arguments: faults) func `each faulty declaration says what is wrong, where, and what to do`(
    index: Int32, texts: [String]
  ) throws {
    let description = try #require(legacy_faulty(index))
    let host = TestApplication(modules: [], adding: { $0.add(CFunction.manifest(at: description)) })
    let found = host.application.check().map { "\($0)" }
    try #require(found.count == texts.count)
    for (fault, text) in zip(found, texts) {
      #expect(fault.hasPrefix("faulty (Legacy/legacy.c:7) "))
      #expect(fault.contains(text))
    }
  }

  @Test func `every faulty declaration is in the table`() {
    #expect(legacy_faulty(Int32(Self.faults.count)) == nil)
  }

  @Test func `C knows every life-cycle event of the vocabulary by its name`() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources").standardized
    let declaration = try Regex(#"struct (\w+): LifecycleEvent\b"#)
    var names: Set<String> = []
    for path in ["GantryEvents/Vocabulary", "GantryAppEvents"] {
      let folder = sources.appending(path: path)
      for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where file.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        names.formUnion(
          text.matches(of: declaration).compactMap { $0[1].substring.map(String.init) })
      }
    }
    #expect(names.count > 30)
    #expect(Set(LifecycleEventName.all.keys) == names)
  }
}
