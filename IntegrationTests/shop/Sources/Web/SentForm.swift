// SPDX-License-Identifier: Apache-2.0

internal import FlyingFox
internal import Synchronization

/// A sent form and its answer; a client that sends the form once more gets the same answer.
final class SentForm: Sendable {
  typealias Answer = Result<HTTPResponse, Failure>

  private enum State {
    case inWork([CheckedContinuation<Answer, Never>])
    case answered(Answer)
  }

  // Invariant: each waiting request is answered once.
  private let state = Mutex(State.inWork([]))

  /// The answer; waits while the form is in work.
  var answer: Answer {
    get async {
      await withCheckedContinuation { continuation in
        let answer: Answer? = state.withLock { state in
          switch state {
          case .answered(let answer): return answer
          case .inWork(let waiting):
            state = .inWork(waiting + [continuation])
            return nil
          }
        }
        if let answer { continuation.resume(returning: answer) }
      }
    }
  }

  /// Sets the answer; only the first call counts.
  func settle(_ answer: Answer) {
    let waiting: [CheckedContinuation<Answer, Never>] = state.withLock { state in
      guard case .inWork(let waiting) = state else { return [] }
      state = .answered(answer)
      return waiting
    }
    for continuation in waiting { continuation.resume(returning: answer) }
  }
}
