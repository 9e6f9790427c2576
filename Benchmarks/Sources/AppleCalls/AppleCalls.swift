// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryApple
import Logging
import ObjectiveC
import UIKit

/// A module with ten handlers of one event that a delegate is asked.
final class BrowsingModule: Module {
  static let handlers = 10

  static var manifest: ModuleManifest {
    ModuleManifest(of: Self.self) { module in
      for number in 0..<handlers {
        module.on(
          WillContinueActivity.self, "continue\(number)",
          body: .answering { module, event, _ in module.isKnown(event.activityType) })
      }
    }
  }

  init(context: ModuleContext) {}

  @MainActor private func isKnown(_ type: String) -> Bool { type.isEmpty }
}

/// A delegate of the library's class, of which the app overrides one method.
final class BrowserDelegate: ModularAppDelegate {
  static let overridden = "applicationDidBecomeActive:"

  override class func makeApplication() -> Application {
    let silent = Logger(label: "benchmarks") { _ in SwiftLogNoOpLogHandler() }
    return Application(modules: [BrowsingModule.self], logger: silent)
  }

  override class func makeHostOptions() -> AppHostOptions { AppHostOptions(launch: .concurrent) }
}

/// A delegate of a class that is not the library's, with a method of its own.
final class PlainDelegate: UIResponder, UIApplicationDelegate {
  static let continues: @convention(c) (UInt, UInt, UInt, UInt) -> Bool = { _, _, _, _ in false }
}

/// The message of the system to an attached delegate: words, as the runtime sends them.
@MainActor
struct Message {
  private typealias Code = @convention(c) (UInt, UInt, UInt, UInt) -> Bool

  private let selector = Selector("application:willContinueUserActivityWithType:")
  private let delegate = PlainDelegate()
  private let system = UIApplication()
  private let activity = "browsing" as AnyObject
  private let host: AppHost

  /// Launches the application's modules, and attaches to the delegate.
  init(_ application: Application) async throws {
    let type = Classes.word(of: PlainDelegate.self)
    _ = Classes.add(
      unsafeBitCast(PlainDelegate.continues, to: UInt.self), selector.name,
      encoding: "B32@0:8@16@24", to: type)
    host = AppHost(application, options: AppHostOptions(launch: .concurrent))
    try await application.start()
    try host.attach(to: delegate)
  }

  func send() -> Bool {
    let code = Classes.code(of: selector, in: Classes.word(of: PlainDelegate.self)) ?? 0
    return unsafeBitCast(code, to: Code.self)(
      Self.word(delegate), unsafeBitCast(selector, to: UInt.self), Self.word(system),
      Self.word(activity))
  }

  private static func word(_ object: AnyObject) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
  }
}

/// Measures the delegates of GantryApple against a UIKit of plain Swift: `[--smoke] [--output FILE]`.
///
/// `Scripts/bench/apple` builds it, without the package manager: a target named UIKit would make every
/// other target of the package take this system for one that has UIKit.
@main
@MainActor
struct AppleCalls {
  static func main() async throws {
    // The methods of the library's class, which the compiler declares where Objective-C is.
    Classes.declare(
      DelegateMethodRow.all(of: .uiKit).filter { $0.owner == .app && $0.rule != .overridden }
        .map(\.selector), of: ModularAppDelegate.self)
    Classes.declare([BrowserDelegate.overridden], of: BrowserDelegate.self)
    let delegate = BrowserDelegate()
    try await delegate.host.application.start()
    let session = Session()
    let attached = try await Message(BrowserDelegate.makeApplication())
    try session.finish(
      try await session.run([
        call(delegate), attachedCall(attached, delegate), responding(delegate),
      ]))
  }

  /// The question of the system that is asked with words alone, beside the event that it becomes.
  private static func call(_ delegate: BrowserDelegate) -> Benchmark {
    let (system, type) = (UIApplication(), "browsing")
    return Benchmark(
      "apple.call",
      subject: .init("a delegate's method") {
        { count in
          for _ in 0..<count {
            note(delegate.application(system, willContinueUserActivityWithType: type))
          }
        }
      },
      peers: [
        .init("bare send", aim: 1.5) {
          let events = delegate.host.application.events
          return { count in
            for _ in 0..<count { note(events.send(WillContinueActivity(activityType: type))) }
          }
        }
      ], remark: "one call, which \(BrowsingModule.handlers) handlers of a module answer")
  }

  /// The same question of a delegate that the host is attached to, and that has a method of its own.
  private static func attachedCall(_ message: Message, _ delegate: BrowserDelegate) -> Benchmark {
    let (system, type) = (UIApplication(), "browsing")
    return Benchmark(
      "apple.attached", aim: 2000,
      subject: .init("an attached delegate's method") {
        { count in
          for _ in 0..<count { note(message.send()) }
        }
      },
      peers: [
        .init("a subclass's method") {
          { count in
            for _ in 0..<count {
              note(delegate.application(system, willContinueUserActivityWithType: type))
            }
          }
        }
      ],
      remark: "one call: \(BrowsingModule.handlers) handlers answer, then the delegate's own method"
    )
  }

  /// The question which methods a delegate has: some for modules, some for none, and its own.
  private static func responding(_ delegate: BrowserDelegate) -> Benchmark {
    let selectors = [
      "application:willContinueUserActivityWithType:", "application:openURL:options:",
      "application:didFinishLaunchingWithOptions:", BrowserDelegate.overridden, "unknown:",
      "application:configurationForConnectingSceneSession:options:",
    ].map { Selector($0) }
    return Benchmark(
      "apple.responds", operationsPerRepetition: selectors.count, aim: 100, allocations: 0,
      subject: .init("responds(to:)") {
        { count in
          for _ in 0..<count {
            for selector in selectors where delegate.responds(to: selector) {
              Sink.shared.sum &+= 1
            }
          }
        }
      },
      peers: [
        .init("class_getMethodImplementation") {
          { count in
            for _ in 0..<count {
              for selector in selectors
              where class_getMethodImplementation(BrowserDelegate.self, selector) != nil {
                Sink.shared.sum &+= 1
              }
            }
          }
        }
      ], remark: "of six methods; the peer is one search of the stand-in runtime")
  }

  private static func note(_ answer: Bool) {
    if answer { Sink.shared.failures += 1 }
  }
}
