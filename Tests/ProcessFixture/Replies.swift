// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry

/// Answers thousands of replies long before their deadlines, and prints what they leave behind.
enum Replies {
  /// Reports its deinitialization.
  private final class Witness: Sendable {
    private let whenGone: @Sendable () -> Void
    init(whenGone: @escaping @Sendable () -> Void) { self.whenGone = whenGone }
    deinit { whenGone() }
  }

  static func run() async {
    await answer(10_000)
    let growth = await Footprint.growth(ofEach: 2_000, while: answer)
    say("bytes a reply: \(growth.bytes)")
  }

  /// Returns when all answered replies are released.
  private static func answer(_ count: Int) async {
    await withCheckedContinuation { allGone in
      let witness = Witness { allGone.resume() }
      for _ in 0..<count {
        let reply = Reply(
          .any, deadline: .seconds(3600), onWarning: { _ in _ = witness }, completion: { _ in })
        reply.expect("A")
        reply.seal()
        reply.answer(true, from: "A")
      }
    }
  }
}
