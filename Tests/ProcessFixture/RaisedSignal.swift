// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import GantryProcess
import GantrySupport

/// A signal that the program sends itself at a moment of its start, from `FIXTURE_RAISES`:
/// `listening 15`.
struct RaisedSignal: Sendable {
  private let moment: HostMoment
  private let number: Int32

  init?(_ text: String?) {
    let fields = text?.split(separator: " ") ?? []
    guard fields.count == 2, let moment = HostMoment(rawValue: String(fields[0])),
      let number = Int32(fields[1])
    else { return nil }
    (self.moment, self.number) = (moment, number)
  }

  /// Sends the signal, and returns when all that listen at this moment have been told.
  func raise(at reached: HostMoment) async {
    guard reached == moment else { return }
    let queue = DispatchQueue(label: "fixture.raised")
    let (isListening, isHeard) = (Promise<Void>(), Promise<Void>())
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setRegistrationHandler { @Sendable in isListening.resolve(()) }
    source.setEventHandler { @Sendable in isHeard.resolve(()) }
    source.activate()
    await isListening.value()
    kill(getpid(), number)
    await isHeard.value()
    // Dispatch looks for timers only after it has told each listener.
    let isTold = Promise<Void>()
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { @Sendable in isTold.resolve(()) }
    timer.schedule(deadline: .now())
    timer.activate()
    await isTold.value()
    timer.cancel()
    source.cancel()
    say("raised \(number) while \(moment)")
  }
}
