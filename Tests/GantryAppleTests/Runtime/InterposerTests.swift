// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import GantrySupport
import Testing

/// Serialized: the C methods share one journal, and the process has one runtime.
@MainActor
@Suite(.serialized) struct InterposerTests {
  final class Delegate: Sendable {}

  nonisolated static let open = "application:openURL:options:"
  static let encoding = "B40@0:8@16@24@32"
  let runtime = FakeRuntime()
  let top: ClassRef
  let type: ClassRef
  let delegate = Delegate()
  var address: UInt { FakeRuntime.address(of: delegate) }

  init() {
    top = runtime.makeClass("NSObject")
    type = runtime.makeClass("Shop.AppDelegate", above: top)
    runtime.make(delegate, type)
    _ = Own.lines()
    Own.answers = false
  }

  /// Stands for modules: notes the call and answers.
  func part(
    _ method: DelegateMethod = .openURL, answering answer: Bool = false
  ) throws -> Interposition {
    Interposition(
      row: try #require(DelegateMethodRow.of(method)), unanswered: .bool(false),
      merge: { .bool($0.isTrue || $1.isTrue) }
    ) { _ in
      Own.add("modules")
      return .bool(answer)
    }
  }

  func attach(
    _ object: AnyObject? = nil, answering answer: Bool = false
  ) throws -> (id: Int, methods: [DelegateMethod])? {
    let object = object ?? delegate
    return Interposer.attach(object, [try part(answering: answer)], runtime, for: object)
  }

  @Test(.tags(.b13), arguments: [(false, false), (false, true), (true, false), (true, true)])
  func `modules hear first, then the delegate's own method runs once, and the answers merge`(
    modules: Bool, own: Bool
  ) throws {
    #expect(runtime.add(Own.open, Self.open, encoding: Self.encoding, to: type))
    Own.answers = own
    #expect(try attach(answering: modules)?.methods == [.openURL])
    #expect(runtime.send(Self.open, to: address) == .bool(modules || own))
    #expect(Own.lines() == ["modules", "own"])
  }

  @Test(.tags(.b13))
  func `an inherited method runs once, and its class stays unchanged`() throws {
    #expect(runtime.add(Own.openAbove, Self.open, encoding: Self.encoding, to: top))
    _ = try attach(answering: true)
    #expect(runtime.send(Self.open, to: address) == .bool(true))
    #expect(Own.lines() == ["modules", "above"])
    #expect(runtime.method(Self.open, of: top)?.code == Own.openAbove)
  }

  @Test func `modules hear once if the delegate and a superclass are both attached`() throws {
    let below = runtime.makeClass("Shop.SpecialDelegate", above: type)
    #expect(runtime.add(Own.openAbove, Self.open, encoding: Self.encoding, to: type))
    let special = Delegate()
    runtime.make(special, below)
    _ = try attach()
    _ = try attach(special)
    _ = runtime.send(Self.open, to: FakeRuntime.address(of: special))
    #expect(Own.lines() == ["modules", "above"])
    _ = runtime.send(Self.open, to: address)
    #expect(Own.lines() == ["modules", "above"])
  }

  @Test func `a method that the delegate lacks is added, and modules answer it`() throws {
    #expect(runtime.send(Self.open, to: address) == nil)
    _ = try attach(answering: true)
    #expect(runtime.send(Self.open, to: address) == .bool(true))
    #expect(Own.lines() == ["modules"])
  }

  @Test func `other objects of the class run unchanged`() throws {
    #expect(runtime.add(Own.open, Self.open, encoding: Self.encoding, to: type))
    let other = Delegate()
    runtime.make(other, type)
    _ = try attach()
    _ = runtime.send(Self.open, to: FakeRuntime.address(of: other))
    #expect(Own.lines() == ["own"])
  }

  @Test(.tags(.b14)) func `attaching twice is attaching once`() throws {
    #expect(runtime.add(Own.open, Self.open, encoding: Self.encoding, to: type))
    #expect(try attach() != nil)
    #expect(try attach() == nil)
    _ = runtime.send(Self.open, to: address)
    #expect(Own.lines() == ["modules", "own"])
  }

  @Test(.tags(.b14)) func `detaching restores the replaced methods, and attaching again works`()
    throws
  {
    #expect(runtime.add(Own.open, Self.open, encoding: Self.encoding, to: type))
    for _ in 0..<2 {
      let number = try #require(try attach()).id
      _ = runtime.send(Self.open, to: address)
      #expect(Own.lines() == ["modules", "own"])
      Interposer.detach(number)
      Interposer.detach(number)
      #expect(runtime.method(Self.open, of: type)?.code == Own.open)
      _ = runtime.send(Self.open, to: address)
      #expect(Own.lines() == ["own"])
    }
  }

  @Test(.tags(.b14)) func `a method is restored with the last of its objects`() throws {
    #expect(runtime.add(Own.open, Self.open, encoding: Self.encoding, to: type))
    let other = Delegate()
    runtime.make(other, type)
    let numbers = [try #require(try attach()).id, try #require(try attach(other)).id]
    Interposer.detach(numbers[0])
    #expect(runtime.method(Self.open, of: type)?.code != Own.open)
    Interposer.detach(numbers[1])
    #expect(runtime.method(Self.open, of: type)?.code == Own.open)
  }

  @Test(.tags(.b14)) func `an added method answers the default after detaching`() throws {
    let number = try #require(try attach(answering: true)).id
    Interposer.detach(number)
    #expect(runtime.send(Self.open, to: address) == .bool(false))
    #expect(Own.lines() == [])
  }

  @Test(.tags(.b15)) func `attaching works before and after a library that wraps the method`()
    throws
  {
    #expect(runtime.add(Own.open, Self.open, encoding: Self.encoding, to: type))
    // The library came first.
    Own.wrapped.withLock { $0 = runtime.replace(Own.wrap, Self.open, in: type) }
    let number = try #require(try attach()).id
    _ = runtime.send(Self.open, to: address)
    #expect(Own.lines() == ["modules", "library", "own"])
    Interposer.detach(number)
    _ = runtime.send(Self.open, to: address)
    #expect(Own.lines() == ["library", "own"])
  }

  @Test(.tags(.b15)) func `detaching below a library's wrapper keeps the wrapper`() throws {
    #expect(runtime.add(Own.open, Self.open, encoding: Self.encoding, to: type))
    let number = try #require(try attach()).id
    Own.wrapped.withLock { $0 = runtime.replace(Own.wrap, Self.open, in: type) }
    _ = runtime.send(Self.open, to: address)
    #expect(Own.lines() == ["library", "modules", "own"])
    Interposer.detach(number)
    _ = runtime.send(Self.open, to: address)
    #expect(Own.lines() == ["library", "own"])
    #expect(try attach() != nil)
    _ = runtime.send(Self.open, to: address)
    #expect(Own.lines() == ["library", "modules", "own"])
  }

  @Test(.tags(.b15)) func `modules hear an object whose class a library changed`() throws {
    #expect(runtime.add(Own.open, Self.open, encoding: Self.encoding, to: type))
    _ = try attach()
    let made = runtime.makeClass("Library_AppDelegate", above: type)
    runtime.make(delegate, made, says: type)
    _ = runtime.send(Self.open, to: address)
    #expect(Own.lines() == ["modules", "own"])
  }

  @Test(.tags(.b15))
  func `code that a library has kept runs the delegate's method after detaching`() throws {
    #expect(runtime.add(Own.open, Self.open, encoding: Self.encoding, to: type))
    let number = try #require(try attach()).id
    let kept = try #require(runtime.method(Self.open, of: type)?.code)
    let made = runtime.makeClass("Library_AppDelegate", above: type)
    #expect(runtime.add(kept, Self.open, encoding: Self.encoding, to: made))
    runtime.make(delegate, made, says: type)
    for lines in [["modules", "own"], ["own"]] {
      _ = runtime.send(Self.open, to: address)
      #expect(Own.lines() == lines)
      Interposer.detach(number)
    }
    #expect(try attach() != nil)
    _ = runtime.send(Self.open, to: address)
    #expect(Own.lines() == ["modules", "own"])
  }

  @Test(.tags(.b16)) func `attaching adds nothing to the class that key-value observing makes`()
    throws
  {
    let observed = runtime.makeClass("NSKVONotifying_AppDelegate", above: type)
    runtime.make(delegate, observed, says: type)
    _ = try attach(answering: true)
    #expect(runtime.method(Self.open, of: observed)?.owner == type)
    #expect(runtime.send(Self.open, to: address) == .bool(true))
    // The observer goes away, and its class with it.
    runtime.make(delegate, type)
    #expect(runtime.send(Self.open, to: address) == .bool(true))
    #expect(Own.lines() == ["modules", "modules"])
  }

  @Test(.tags(.b17)) func `a message to a deallocating delegate reaches no module`() throws {
    let place = try attachAndDrop()
    #expect(runtime.send(Self.open, to: place) == .bool(false))
    #expect(Own.lines() == [])
  }

  private func attachAndDrop() throws -> UInt {
    let object = Delegate()
    runtime.make(object, type)
    _ = try attach(object, answering: true)
    return FakeRuntime.address(of: object)
  }

  @Test func `a host attaches the methods that modules hear, and resets the delegate`() throws {
    let system = FakeSystem()
    system.keep(system.events.hear(OpenURL.self))
    var resets = 0
    system.host.resetDelegate = { resets += 1 }
    let parts = [try part(), try part(.continueActivity)]
    let attachment = try system.host.attach(to: delegate, parts, runtime)
    #expect(attachment.methods == [.openURL])
    #expect(resets == 1)
    // A module that is enabled later is heard after a refresh.
    system.keep(system.events.hear(ContinueActivity.self))
    system.host.refresh()
    #expect(attachment.methods == [.continueActivity, .openURL])
    #expect(resets == 2)
    #expect(try system.host.attach(to: delegate, parts, runtime) === attachment)
    #expect(resets == 2)
    // The object is another kind of delegate, too.
    system.keep(system.events.answer(PerformQuickAction.self) { _ in true })
    let more = [try part(.performQuickAction)]
    #expect(try system.host.attach(to: delegate, more, runtime) === attachment)
    #expect(attachment.methods.contains(.performQuickAction) && resets == 3)
    attachment.detach()
    attachment.detach()
    #expect(system.host.attachment(to: delegate) == nil)
    #expect(runtime.send(Self.open, to: address) == .bool(false))
  }

  @Test func `a method that was added answers as the last host says`() throws {
    for answer in [true, false] {
      let part = Interposition(
        row: try #require(DelegateMethodRow.of(.openURL)), unanswered: .bool(answer),
        merge: nil
      ) { _ in .nothing }
      let id = try #require(Interposer.attach(delegate, [part], runtime, for: delegate)).id
      Interposer.detach(id)
      #expect(runtime.send(Self.open, to: address) == .bool(answer))
    }
  }

  @Test func `a delegate has one host at a time`() throws {
    let system = FakeSystem()
    system.keep(system.events.hear(OpenURL.self))
    func attachAnother() throws -> DelegateAttachment {
      let earlier = FakeSystem()
      earlier.keep(earlier.events.hear(OpenURL.self))
      let attachment = try earlier.host.attach(to: delegate, [try part()], runtime)
      #expect(throws: AttachError.otherHost) {
        try system.host.attach(to: delegate, [try part()], runtime)
      }
      return withExtendedLifetime(earlier) { attachment }
    }
    // The host of the first attachment is gone, and that of the second one as well, but its attachment is not.
    _ = try attachAnother()
    let later = try attachAnother()
    let attachment = try system.host.attach(to: delegate, [try part(answering: true)], runtime)
    #expect(attachment.methods == [.openURL])
    later.detach()
    #expect(runtime.send(Self.open, to: address) == .bool(true))
    #expect(Own.lines() == ["modules"])
    attachment.detach()
  }

  @Test func `the launch resets a delegate that was attached after it was set`() async throws {
    for isAttached in [true, false] {
      let system = FakeSystem()
      let delegate = Delegate()
      runtime.make(delegate, type)
      var resets = 0
      system.keep(system.events.hear(OpenURL.self))
      if isAttached { _ = try system.host.attach(to: delegate, [try part()], runtime) }
      system.host.resetDelegate = { resets += 1 }
      await system.launch()
      await system.launch()
      // The handled events have not changed since the host was made, except the attached ones.
      #expect(resets == (isAttached ? 2 : 1))
    }
  }

  @Test(.tags(.b18)) func `a scene's delegate is attached when its scene connects`() throws {
    let system = FakeSystem()
    system.keep(system.events.hear(OpenURL.self))
    let scene = Notification.Name("scene")
    system.host.attachToScenes(connecting: scene, [try part()], runtime) {
      [delegate] notification in
      guard notification.object != nil else { return nil }
      return { SettableDelegate(delegate) { Own.add("asked") } }
    }
    system.center.post(name: scene, object: nil)
    #expect(runtime.send(Self.open, to: address) == nil)
    system.center.post(name: scene, object: system)
    system.center.post(name: scene, object: system)
    #expect(Own.lines() == ["asked", "asked"])
    _ = runtime.send(Self.open, to: address)
    #expect(Own.lines() == ["modules"])
  }

  @Test(.tags(.b11, .b12)) func `an attached object keeps its class and class name`() throws {
    _ = try attach()
    #expect(runtime.classes(of: delegate).real == type)
    #expect(runtime.classes(of: delegate).stated == type)
    #expect(runtime.name(of: type) == "Shop.AppDelegate")
    #expect(runtime.superclass(of: type) == top)
  }

  @Test func `only the delegate's own method runs off the main actor`() throws {
    #expect(runtime.add(Own.open, Self.open, encoding: Self.encoding, to: type))
    _ = try attach(answering: true)
    runtime.isOnMain = false
    #expect(runtime.send(Self.open, to: address) == .bool(false))
    #expect(Own.lines() == ["own"])
  }

  @Test func `a method with another type encoding is left alone`() throws {
    #expect(runtime.add(Own.tell, Self.open, encoding: "v32@0:8@16@24", to: type))
    #expect(try attach()?.methods == [])
    #expect(runtime.method(Self.open, of: type)?.code == Own.tell)
  }

  @Test(.tags(.b15), arguments: [true, false])
  func `a library can swap two methods before and after attaching`(isAfter: Bool) throws {
    let name = "library_" + Self.open
    #expect(runtime.add(Own.open, Self.open, encoding: Self.encoding, to: type))
    // Its method calls the method that now has its name.
    #expect(runtime.add(Own.exchanged, name, encoding: Self.encoding, to: type))
    Own.exchange.withLock { $0 = { [runtime, type] in runtime.method(name, of: type)?.code } }
    if !isAfter { runtime.exchange(Self.open, name, of: type) }
    let number = try #require(try attach(answering: true)).id
    if isAfter { runtime.exchange(Self.open, name, of: type) }
    #expect(runtime.send(Self.open, to: address) == .bool(true))
    #expect(
      Own.lines() == (isAfter ? ["library", "modules", "own"] : ["modules", "library", "own"]))
    Interposer.detach(number)
    #expect(runtime.send(Self.open, to: address) == .bool(false))
    #expect(Own.lines() == ["library", "own"])
  }
}
