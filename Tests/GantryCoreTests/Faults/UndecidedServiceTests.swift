// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

/// Several modules provide one service, and no module injects it alone.
@Suite struct UndecidedServiceTests {
  private static func provider(_ name: String, _ value: Int) -> ModuleManifest {
    .fake(name) { $0.provide(Int.self, "number") { _ in value } }
  }

  @Test func `undecided services aren't a fault and are resolved together`() async throws {
    let host = TestApplication(Self.provider("A", 1), Self.provider("B", 2))
    #expect(host.application.check() == [])
    try await host.start()
    let services = host.application.services
    #expect(try services.resolveAll(Int.self) == [1, 2])
    #expect(services.resolveIfPresent(Int.self) == nil)
    let undecided = ServiceError.undecided(type: "Int", providers: ["A", "B"])
    #expect(throws: undecided) { try services.resolve(Int.self) }
    await #expect(throws: undecided) { try await services.resolveWhenLaunched(Int.self) }
    #expect(throws: undecided) { try services.lazy(Int.self)() }
    await host.stop()
  }

  @Test func `injecting one undecided service is a fault, and injecting all isn't`() async throws {
    let all = ModuleManifest.fake("Page") { $0.inject([Int].self) }
    let with = TestApplication(Self.provider("A", 1), Self.provider("B", 2), all)
    #expect(with.application.check() == [])
    let one = ModuleManifest.fake("Page") { $0.inject(Int.self) }
    let wrong = TestApplication(Self.provider("A", 1), Self.provider("B", 2), one)
    #expect(wrong.application.check().count == 1)
  }
}
