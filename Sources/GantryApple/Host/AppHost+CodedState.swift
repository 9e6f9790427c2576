// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

package import Foundation
internal import Gantry

extension AppHost {
  /// Has modules save their state with a coder.
  package func encodeState(_ coder: NSCoder) {
    if let data = savedState() { coder.encode(data as NSData, forKey: Self.stateKey) }
    BorrowedCoder.lend(coder) { application.events.send(EncodeState($0)) }
  }

  /// Has modules take up the state that a coder has.
  package func decodeState(_ coder: NSCoder) {
    let data = coder.decodeObject(of: NSData.self, forKey: Self.stateKey)
    if let data { restoreState(data as Data) }
    BorrowedCoder.lend(coder) { application.events.send(DecodeState($0)) }
  }
}
