// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import GantrySupport

/// A module for all purposes: each manifest gives it another name and other parts.
final class Fake: Module {
  static var manifest: ModuleManifest { .fake("Fake") }
  init(context: ModuleContext) {}
}

struct Broken: Error, CustomStringConvertible {
  var description: String { "broken" }
}

struct Greeting: Event, Equatable { let text: String }

struct Question: LifecycleEvent {
  static var merge: MergeRule<Bool> { .any }
  static var whileLaunching: LaunchingPolicy { .hold }
}

/// A record of what happened, in order.
final class Journal: Sendable {
  private let written = Mutex<[String]>([])
  var lines: [String] { written.withLock { $0 } }
  func write(_ line: String) { written.withLock { $0.append(line) } }
}

extension ModuleManifest {
  /// A module of any name, declared at `<name>/<name>Module.swift:1`.
  static func fake(
    _ name: String, _ options: ModuleOptions = ModuleOptions(), fileID: String? = nil,
    line: Int = 1,
    _ build: (inout ModuleBuilder<Fake>) -> Void = { _ in }
  ) -> ModuleManifest {
    var options = options
    options.name = ModuleName(name)
    return ModuleManifest(
      of: Fake.self, options, fileID: fileID ?? "\(name)/\(name)Module.swift", line: line, build)
  }
}

extension Application.Limits {
  /// No warning depends on the time that a test takes.
  static let unwatched = Self(launchWarning: nil, mainActor: nil, leaks: nil)

  /// Only code that holds the main actor is named.
  static func watching(_ mainActor: Duration) -> Self {
    Self(launchWarning: nil, mainActor: mainActor, leaks: nil)
  }
}

extension Application {
  /// Whether a module or a route has handled a URL; the limit is longer than any test.
  func opens(_ url: URL, within limit: Duration = .seconds(3600)) async -> Bool {
    do throws(RouteError) {
      try await open(OpenURL(url: url), within: limit)
      return true
    } catch {
      return false
    }
  }
}

extension TestApplication {
  /// Creates a host of modules that are known only by their manifests.
  convenience init(
    _ manifests: ModuleManifest..., failing: [ModuleName: any Error] = [:],
    delaying: [ModuleName: Duration] = [:], list: ModuleList? = nil, only: [ModuleName] = [],
    launchOptions: LaunchOptions = .test,
    limits: Application.Limits = .unwatched
  ) {
    self.init(
      modules: ModuleSelection([], list: list, only: only), failing: failing, delaying: delaying,
      launchOptions: launchOptions, limits: limits,
      adding: { for manifest in manifests { $0.add(manifest) } })
  }

  /// The error of a start that fails; nil if the start succeeds.
  func startError() async -> ApplicationError? {
    do {
      try await start()
      return nil
    } catch {
      guard case .application(let error) = error else { return nil }
      return error
    }
  }
}
