// SPDX-License-Identifier: Apache-2.0

import GantrySupport

/// Words in the order in which they were noted, from any thread.
final class OrderLog: Sendable {
  private let state = Mutex<[String]>([])
  var words: [String] { state.withLock { $0 } }
  func note(_ word: String) { state.withLock { $0.append(word) } }
}
