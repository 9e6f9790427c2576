// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import TestRounds
import Testing

/// Random applications whose modules are switched at random.
@Suite struct SwitchingPropertyTests {
  private static let names = (0..<10).map { ModuleName("M\($0)") }

  /// Modules that require some earlier ones, each with its own service.
  private static func manifests(
    _ generator: inout SeededGenerator
  ) -> (manifests: [ModuleManifest], requires: [ModuleName: [ModuleName]]) {
    var requires: [ModuleName: [ModuleName]] = [:]
    let manifests = names.enumerated().map { index, name in
      let needs = names[..<index].filter { _ in generator.chance(25) }
      requires[name] = needs
      var options = ModuleOptions()
      options.dependencies = needs.map { ModuleDependency(.requires, $0) }
      return ModuleManifest.fake("\(name)", options) { module in
        let qualifier = ServiceQualifier("\(name)")
        module.provides(ModuleName.self, "name", ProvideOptions(qualifier)) { _ in name }
      }
    }
    return (manifests, requires)
  }

  private func namesOn(_ host: TestApplication) throws -> Set<ModuleName> {
    Set(try host.application.services.resolveAll(ModuleName.self))
  }

  @Test(arguments: 1...25 as ClosedRange<UInt64>)
  func `no module runs without its requirements, whatever is switched`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let (manifests, requires) = Self.manifests(&generator)
    let host = try await TestApplication.start(adding: { for each in manifests { $0.add(each) } })
    await host.waitUntilIdle()
    var wishes: Set<ModuleName> = []
    for _ in 0..<30 {
      let name = try #require(Self.names.randomElement(using: &generator))
      let before = try namesOn(host)
      let report: ModuleSwitchReport?
      if Bool.random(using: &generator) {
        report = try await host.application.disable(name)
        wishes.insert(name)
      } else {
        report = try? await host.application.enable(name)
        if report != nil { wishes.remove(name) }
      }
      let on = try namesOn(host)
      // The report lists exactly the modules that changed.
      #expect(Set(report?.modules ?? []) == before.symmetricDifference(on), "seed \(seed)")
      for module in Self.names {
        let needs = try #require(requires[module])
        if on.contains(module) {
          #expect(needs.allSatisfy(on.contains), "seed \(seed): \(module)")
          #expect(!wishes.contains(module), "seed \(seed): \(module)")
        } else {
          // The module was switched off itself, or something that it requires is off.
          let isExplained = wishes.contains(module) || needs.contains { !on.contains($0) }
          #expect(isExplained, "seed \(seed): \(module)")
        }
        #expect((host.explain(module).state == .launched) == on.contains(module))
      }
      #expect(host.application.modules.count == on.count, "seed \(seed)")
    }
    await host.stop()
  }
}
