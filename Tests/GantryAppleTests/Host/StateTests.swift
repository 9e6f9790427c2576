// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import GantryTesting
import Testing

@MainActor
@Suite struct StateTests {
  static let expected: [AppChange: String] = [
    .didBecomeActive: "DidBecomeActive", .willResignActive: "WillResignActive",
    .didEnterBackground: "DidEnterBackground", .willEnterForeground: "WillEnterForeground",
    .willTerminate: "WillTerminate", .didReceiveMemoryPressure: "DidReceiveMemoryPressure",
    .significantTimeChange: "SignificantTimeChange",
    .protectedDataWillBecomeUnavailable: "ProtectedDataWillBecomeUnavailable",
    .protectedDataDidBecomeAvailable: "ProtectedDataDidBecomeAvailable",
    .willHide: "WillHide", .didHide: "DidHide", .willUnhide: "WillUnhide", .didUnhide: "DidUnhide",
    .willBecomeActive: "WillBecomeActive", .didResignActive: "DidResignActive",
    .didChangeScreens: "DidChangeScreens", .didChangeOcclusion: "DidChangeOcclusion",
  ]

  @Test(.tags(.b36), arguments: AppChange.allCases, [0, 1, 3])
  func `a change of the app's state arrives once, with any number of scenes`(
    change: AppChange, count: Int
  ) throws {
    let system = FakeSystem()
    for number in 0..<count {
      let scene = SceneFacts(id: SceneID("\(number)"))
      system.post(.willConnect, scene)
      system.host.connect(scene, ConnectionFacts())
    }
    // Observing twice changes nothing.
    system.host.observe(FakeSystem.notifications)
    system.post(change)
    let name = try #require(Self.expected[change])
    #expect(system.sent.names.filter { $0 == name }.count == 1)
    #expect(system.sent.names.count == 1 + count)
  }

  @Test(
    .tags(.b37),
    arguments: [
      (SceneChange.willResignActive, "SceneWillResignActive"),
      (.didBecomeActive, "SceneDidBecomeActive"), (.didEnterBackground, "SceneDidEnterBackground"),
      (.willEnterForeground, "SceneWillEnterForeground"), (.willConnect, "SceneWillConnect"),
    ])
  func `a change of each scene's state carries its identifier`(change: SceneChange, name: String) {
    let system = FakeSystem()
    for id in ["left", "right"] { system.post(change, SceneFacts(id: SceneID(id))) }
    #expect(system.sent.names == [name, name])
    let ids =
      system.sent.of(SceneWillConnect.self).map(\.scene)
      + system.sent.of(SceneWillResignActive.self).map(\.scene)
      + system.sent.of(SceneDidBecomeActive.self).map(\.scene)
      + system.sent.of(SceneDidEnterBackground.self).map(\.scene)
      + system.sent.of(SceneWillEnterForeground.self).map(\.scene)
    #expect(ids == ["left", "right"])
  }

  @Test(.tags(.b38))
  func `a scene can connect again, and an unknown scene does not disconnect`() {
    let system = FakeSystem()
    let scene = SceneFacts(id: "main")
    system.post(.didDisconnect, scene)
    #expect(system.sent.names.isEmpty)
    for _ in 0..<2 {
      system.post(.willConnect, scene)
      system.host.connect(scene, ConnectionFacts())
      system.post(.didDisconnect, scene)
    }
    #expect(
      system.sent.names == [
        "SceneWillConnect", "SceneDidDisconnect", "SceneWillConnect", "SceneDidDisconnect",
      ])
  }

  @Test(.tags(.b39)) func `a scene without a window can be the first, and connects with its role`()
    async
  {
    let system = FakeSystem([Garage.self])
    await system.launch()
    #expect(system.test.application.report?.task(named: "Garage.open")?.outcome == nil)
    system.post(.willConnect, SceneFacts(id: "car", role: "CarPlay"))
    #expect(system.sent.of(SceneWillConnect.self).map(\.role) == ["CarPlay"])
    await system.test.application.reach(.firstSceneConnected).waitUntilSettled()
    #expect(system.test.application.report?.task(named: "Garage.open")?.outcome == .succeeded)
  }

  @Test func `a notification that is posted off the main actor is delivered on it`() async {
    let system = FakeSystem()
    let center = system.center
    await withCheckedContinuation { continuation in
      system.keep(system.events.hear(DidBecomeActive.self) { _ in continuation.resume() })
      Thread.detachNewThread {
        center.post(name: FakeSystem.name(of: AppChange.didBecomeActive), object: nil)
      }
    }
    #expect(system.sent.names == ["DidBecomeActive"])
  }

  @Test func `a notification whose object isn't a scene is ignored`() {
    let system = FakeSystem()
    system.center.post(name: FakeSystem.name(of: SceneChange.willConnect), object: "a window")
    #expect(system.sent.names.isEmpty)
  }
}

@Module(name: "Garage")
final class Garage {
  @Launch(after: .firstSceneConnected) func open() {}
}
