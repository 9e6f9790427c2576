// SPDX-License-Identifier: Apache-2.0

import Gantry
@testable import GantryApple
import Synchronization
import Testing
import UIKit

/// A completion handler as the compiler lays one out on the stack of the caller, and that does something
/// else as soon as the caller has returned.
@MainActor
private final class StackBlock {
  typealias Invoke = @convention(c) (UInt, UInt) -> Void

  nonisolated static let heard = Mutex<[String]>([])
  private static let calls: Invoke = { block, number in
    // The captured value, behind class, flags, code and description.
    let captured = UnsafePointer<UInt>(bitPattern: block)?[4] ?? 0
    heard.withLock { $0.append("\(captured) hears \(number)") }
  }
  private static let isGone: Invoke = { _, _ in heard.withLock { $0.append("gone") } }

  private let words = UnsafeMutablePointer<UInt>.allocate(capacity: 5)
  private let description = UnsafeMutablePointer<UInt>.allocate(capacity: 2)

  init(capturing value: UInt) {
    description.initialize(repeating: 0, count: 2)
    description[1] = UInt(5 * MemoryLayout<UInt>.size)
    words.initialize(repeating: 0, count: 5)
    words[2] = unsafeBitCast(Self.calls, to: UInt.self)
    words[3] = UInt(bitPattern: description)
    words[4] = value
  }

  var word: UInt { UInt(bitPattern: words) }

  /// The caller returns, and its stack is used again.
  func leave() {
    words[2] = unsafeBitCast(Self.isGone, to: UInt.self)
    words[4] = 0
  }

  isolated deinit {
    words.deallocate()
    description.deallocate()
  }
}

extension AppDelegateTests.Attached {
  @Test func `a completion handler on the caller's stack is called when that has returned`()
    async throws
  {
    final class Waiting: UIResponder, UIApplicationDelegate {}
    let delegate = Waiting()
    var reply: Reply<BackgroundFetchResult>?
    let token = events.hear(PerformBackgroundFetch.self) { event in
      event.reply.expect("Late")
      reply = event.reply
    }
    let attachment = try host.attach(to: delegate)
    let messages = Messages(delegate)
    let block = StackBlock(capturing: 7)
    messages.send(.performFetch, [messages.word(system), block.word])
    block.leave()
    #expect(StackBlock.heard.withLock(\.self).isEmpty)
    reply?.answer(.failed, from: "Late")
    await waits { !StackBlock.heard.withLock(\.self).isEmpty }
    #expect(
      StackBlock.heard.withLock(\.self)
        == ["7 hears \(UIBackgroundFetchResult.failed.rawValue)"])
    attachment.detach()
    token.cancel()
  }
}
