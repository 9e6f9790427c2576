// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryEvents

/// One of the modules: a type of its own, as each module of an app is.
final class ScaleModule<Digits: Digit>: Module {
  static var manifest: ModuleManifest { ModuleManifest(of: ScaleModule.self) { _ in } }
  init(context: ModuleContext) {}
}

struct Arrived: Event {}
struct Left: Event {}

/// The service of one module: a type of its own.
struct Offer<Digits>: Sendable {}

/// One module of many.
struct ModulePlan {
  let name: String
  let requires: [String]
  let digits: any Digit.Type
  /// Whether it has nothing but its name.
  var isEmpty = false

  /// Modules that do nothing.
  static func empty(_ count: Int) -> [ModulePlan] {
    (0..<count).map { index in
      ModulePlan(name: "Module\(index)", requires: [], digits: End.self, isEmpty: true)
    }
  }

  /// Modules that require up to three of those before them; the same for each number.
  static func random(_ count: Int) -> [ModulePlan] {
    var state: UInt64 = 42
    func next(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    return (0..<count).map { index in
      let edges = index == 0 ? 0 : next(below: 4)
      let digits = type(of: index)
      touch(digits)
      return ModulePlan(
        name: "Module\(index)",
        requires: Set((0..<edges).map { _ in "Module\(next(below: index))" }).sorted(),
        digits: digits)
    }
  }

  /// Has the types of a module and of its service made: those of an app are in its binary, and cost
  /// a launch nothing.
  private static func touch<D: Digit>(_ digits: D.Type) {
    withExtendedLifetime((ScaleModule<D>.self, Offer<D>.self, (@Sendable () -> Offer<D>).self)) {}
  }

  var manifest: ModuleManifest { manifest(digits) }

  private func manifest<D: Digit>(_ digits: D.Type) -> ModuleManifest {
    var options = ModuleOptions(name: ModuleName(name))
    options.dependencies = requires.map { ModuleDependency(.requires, ModuleName($0)) }
    // With their places written down, as `@Module` writes them.
    return ModuleManifest(
      of: ScaleModule<D>.self, options, fileID: "Scale/ModulePlan.swift", line: 9
    ) {
      module in
      guard !isEmpty else { return }
      module.on(
        Arrived.self, "arrived", fileID: "Scale/ModulePlan.swift", line: 10,
        body: .background { _, _, _ in })
      module.on(
        Left.self, "left", fileID: "Scale/ModulePlan.swift", line: 11,
        body: .background { _, _, _ in })
      module.on(
        DidBecomeActive.self, "active", fileID: "Scale/ModulePlan.swift", line: 12,
        body: .main { _, _, _ in })
      module.provide(Offer<D>.self, "offer", fileID: "Scale/ModulePlan.swift", line: 13) { _ in
        Offer<D>()
      }
      module.route(
        "\(name)/page/:id", "page", fileID: "Scale/ModulePlan.swift", line: 14,
        body: .main {
          _, _, _ in
        })
      module.route(
        "\(name)/list", "list", fileID: "Scale/ModulePlan.swift", line: 15,
        body: .main { _, _, _ in })
    }
  }

  /// A type for a number, one digit after the other.
  private static func type(of number: Int) -> any Digit.Type {
    func append<D: Digit>(_ digit: Int, to type: D.Type) -> any Digit.Type {
      switch digit {
      case 0: Zero<D>.self
      case 1: One<D>.self
      case 2: Two<D>.self
      case 3: Three<D>.self
      case 4: Four<D>.self
      case 5: Five<D>.self
      case 6: Six<D>.self
      case 7: Seven<D>.self
      case 8: Eight<D>.self
      default: Nine<D>.self
      }
    }
    var type: any Digit.Type = End.self
    var rest = number
    repeat {
      type = append(rest % 10, to: type)
      rest /= 10
    } while rest > 0
    return type
  }
}

/// A digit of a number that is a type.
protocol Digit: SendableMetatype {}
enum End: Digit {}
enum Zero<Rest: Digit>: Digit {}
enum One<Rest: Digit>: Digit {}
enum Two<Rest: Digit>: Digit {}
enum Three<Rest: Digit>: Digit {}
enum Four<Rest: Digit>: Digit {}
enum Five<Rest: Digit>: Digit {}
enum Six<Rest: Digit>: Digit {}
enum Seven<Rest: Digit>: Digit {}
enum Eight<Rest: Digit>: Digit {}
enum Nine<Rest: Digit>: Digit {}
