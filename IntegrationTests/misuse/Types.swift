// SPDX-License-Identifier: Apache-2.0

public import Gantry

// Types that can't be modules or routes: the compiler neither aborts nor repeats the error. Then
// types with the access of what is around them.

struct Ping: Event {}

@Module
@MainActor
class BaseModule {  // error: module 'BaseModule' must be final
  @On func heard(_ event: Ping) {}
}

@Module
@MainActor
final class HeirModule: BaseModule {  // error: 'HeirModule' inherits from 'BaseModule'
  @On override func heard(_ event: Ping) { super.heard(event) }
}

@Module
class LooseModule {  // error: module 'LooseModule' must be final
  @Launch func open() {}
}

final class Plain: LooseModule, @unchecked Sendable {}

@Module
class GenericModule<T> {}  // error: module 'GenericModule' cannot be generic

final class Numbers: GenericModule<Int>, @unchecked Sendable {}

enum Shop {
  private enum Hidden {
    @RoutePattern("hidden/:id")
    struct Page {  // error: route 'Page' is in private type 'Hidden'
      typealias Output = Int
      var id: Int
    }
  }

  @RoutePattern("secret/:id")
  private struct Secret {  // error: route 'Secret' cannot be private inside another type
    typealias Output = Int
    var id: Int
  }
}

@RoutePattern("optional/:id")
struct OptionalPage {
  typealias Output = Int
  var id: Int
  #if os(Linux)
    var isVerbose: Bool  // error: 'isVerbose' cannot be inside #if
  #endif
}

/// Routes and modules use the names of what is around them.
enum Bakery {
  enum Kind: String, CaseIterable, RouteValue { case bread, cake }
  struct Loaf: Sendable {}
  static let number = 20

  @RoutePattern("bakery/:kind")
  struct Page {
    typealias Output = Loaf
    static let standard = 3
    var kind: Kind
    var others: [Kind]
    var next: Kind?
    var first: Kind = .bread
    var count: Int = number
    var size: Int = standard
    var weight: Int = Self.standard * 100
    lazy var text: String = kind.rawValue
  }

  @Module
  final class OvenModule {
    @Route func page(_ page: Page) -> Loaf { Loaf() }
    @Route("kinds/:kind") func kind(_ kind: Kind, count: Int = number) -> Loaf { Loaf() }
    @available(iOS 99, macOS 99, *) @Launch func heat() {}
    @Launch(timeout: Oven.limit) func 🔥() {}
    @Launch(timeout: Oven.limit) func 🍞() {}
    @Launch(timeout: Oven.limit) func `take out`() {}
    @Launch(timeout: Oven.limit) func `take-out`() {}
  }

  enum Oven { static let limit = Duration.seconds(1) }
}

extension Bakery {
  @RoutePattern("bakery/:kind/loaf")
  struct LoafPage {
    typealias Output = Loaf
    var kind: Kind
    @NotFromURL var loaf: Loaf?
  }
}

@RoutePattern("own/:id")
struct OwnPage: TypedRoute {
  typealias Output = Int
  var id: Int
}

/// A route is a value that code on any actor makes and reads.
@MainActor
@RoutePattern("main/:id")
struct MainPage {
  typealias Output = Int
  nonisolated static let standard = 3
  var id: Int
  var count: Int = standard
}

func path(of id: Int) throws -> String { try MainPage(id: id).path() }

/// A namespace.
public enum Space {}

public extension Space {
  @Module
  final class PublicModule {
    @Launch func open() {}
  }

  @RoutePattern("space/:id")
  struct Page {
    /// The result of its handler.
    public typealias Output = Int
    /// A number.
    public var id: Int
  }

  enum Inner {
    @Module
    final class InnerModule {}
  }
}

private extension Space {
  @Module
  final class PrivateModule {
    @Launch func open() {}
  }
}

/// A protocol of the app for its modules isn't a module.
protocol Tab: Module {
  var title: String { get }
}

@Module
final class TabModule: Tab {
  let title = "Tab"
}

protocol Plugin: Sendable {}

struct Printer: Plugin {}

@Module
final class MetatypeModule {
  @Provides var plugin: any Plugin.Type { Printer.self }
  @Launch func find() -> any Sendable.Type { Int.self }
}

@Module
final class MetatypeUserModule {
  @Inject let plugin: any Plugin.Type
}
