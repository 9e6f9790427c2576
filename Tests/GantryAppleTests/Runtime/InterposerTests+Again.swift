// SPDX-License-Identifier: Apache-2.0

@testable import GantryApple
import GantrySupport
import Testing

/// Methods that are called while they run. Part of the suite, since the process has one runtime.
extension InterposerTests {
  @Test func `a delegate's recursive call is a call of its own`() throws {
    #expect(runtime.add(Own.openAgain, Self.open, encoding: Self.encoding, to: type))
    Own.inner.withLock { [runtime, address] in
      $0 = { if runtime.send(Self.open, to: address) == .bool(true) { Own.add("yes") } }
    }
    _ = try attach(answering: true)
    #expect(runtime.send(Self.open, to: address) == .bool(true))
    #expect(Own.lines() == ["modules", "own", "modules", "own", "yes"])
    #expect(runtime.send(Self.open, to: address) == .bool(true))
    #expect(Own.lines() == ["modules", "own"])
  }

  @Test(arguments: [true, false])
  func `a call on another thread is independent of a running one`(isAbove: Bool) throws {
    #expect(runtime.add(Own.openAgain, Self.open, encoding: Self.encoding, to: type))
    if isAbove {
      // With a method above, the call would be mistaken for a call to super.
      #expect(runtime.add(Own.openAbove, Self.open, encoding: Self.encoding, to: top))
      let other = Delegate()
      runtime.make(other, top)
      _ = try attach(other)
    }
    Own.inner.withLock { [runtime, address] in
      $0 = {
        (runtime.thread, runtime.isOnMain) = (2, false)
        _ = runtime.send(Self.open, to: address)
        (runtime.thread, runtime.isOnMain) = (1, true)
      }
    }
    _ = try attach(answering: true)
    #expect(runtime.send(Self.open, to: address) == .bool(true))
    #expect(Own.lines() == ["modules", "own", "own"])
  }

  @Test(.tags(.b15))
  func `a library that calls an ended attachment runs the delegate's own method`() throws {
    #expect(runtime.add(Own.open, Self.open, encoding: Self.encoding, to: type))
    for _ in 0..<2 {
      let number = try #require(try attach(answering: true)).id
      let kept = try #require(runtime.method(Self.open, of: type)?.code)
      Interposer.detach(number)
      // Only now does it install its code, over ours, which it found before.
      Own.wrapped.withLock { $0 = kept }
      _ = runtime.replace(Own.wrap, Self.open, in: type)
    }
    _ = try attach(answering: true)
    #expect(runtime.send(Self.open, to: address) == .bool(true))
    #expect(Own.lines() == ["modules", "library", "own"])
  }
}
