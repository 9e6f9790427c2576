// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// Notices a main lane that does not go on, by looking at it from elsewhere.
///
/// The main lane stores a number for each task; the clock is read here, twice per threshold, and
/// only while a task has or wants the lane. A task that suspends on the main actor has it only at times:
/// while one is under way, the main actor is asked for an answer.
final class MainLaneWatch: Sendable {
  /// A problem that was seen.
  enum Sighting: Equatable {
    /// A task has the lane, or waits for it behind work that isn't a launch task.
    case lane(task: Int, isRunning: Bool, duration: Duration)
    /// The main actor does not answer while these are under way there.
    case actor(tasks: [Int], duration: Duration)
  }

  private final class Question: Sendable {
    let asked: Duration
    let isAnswered = Atomic(false)

    init(asked: Duration) { self.asked = asked }

    var hasAnswer: Bool { isAnswered.load(ordering: .sequentiallyConsistent) }
  }

  private struct Look {
    /// The task that has or wants the lane, its try and whether it runs; zero when there is none.
    let number: UInt64
    let suspending: [Int]

    var task: Int { Int(number >> 16) - 1 }
    var isRunning: Bool { number & 1 == 1 }
    var isEmpty: Bool { number == 0 && suspending.isEmpty }
  }

  private let threshold: Duration
  private let current = Atomic<UInt64>(0)
  /// The tasks that are under way and suspend on the main actor.
  private let suspending = Mutex<Set<Int>>([])
  private let isDormant = Atomic(true)
  private let (calls, call) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  init(threshold: Duration) { self.threshold = threshold }

  /// Says that a task has the lane, or that it was given to the main actor and waits for its turn.
  func note(_ task: Int, attempt: Int, isRunning: Bool) {
    let number = UInt64(task + 1) << 16 | UInt64(attempt & 0x7fff) << 1 | (isRunning ? 1 : 0)
    current.store(number, ordering: .sequentiallyConsistent)
    wake()
  }

  /// Says that the lane is free.
  func clear() { current.store(0, ordering: .sequentiallyConsistent) }

  /// Says that a task is under way which suspends on the main actor.
  func enter(_ task: Int) {
    suspending.withLock { _ = $0.insert(task) }
    wake()
  }

  /// Says that such a task has ended.
  func leave(_ task: Int) { suspending.withLock { _ = $0.remove(task) } }

  /// Looks until the task is cancelled; reports each task, and each silence, once that is seen for
  /// too long.
  func run(_ timer: LaunchTimer, _ report: @Sendable (Sighting) -> Void) async {
    for await _ in calls {
      var seen: (number: UInt64, since: Duration, isReported: Bool) = (0, .zero, false)
      var question: Question?
      var isSilenceReported = false
      while let look = next() {
        let now = timer.now()
        if look.number != seen.number { seen = (look.number, now, false) }
        if look.number != 0, !seen.isReported, now - seen.since >= threshold,
          look.isRunning || look.suspending.isEmpty
        {
          seen.isReported = true
          report(
            .lane(task: look.task, isRunning: look.isRunning, duration: now - seen.since))
        }
        if look.suspending.isEmpty || question?.hasAnswer == true { question = nil }
        if let question {
          // While a task has the lane, that one is named.
          if !isSilenceReported, !look.isRunning, now - question.asked >= threshold {
            isSilenceReported = true
            report(.actor(tasks: look.suspending, duration: now - question.asked))
          }
        } else if !look.suspending.isEmpty {
          question = ask(now)
          isSilenceReported = false
        }
        guard (try? await timer.sleep(threshold / 2)) != nil else { return }
      }
    }
  }

  /// Asks the main actor for an answer, which no task waits for: it may come long after the launch.
  private func ask(_ now: Duration) -> Question {
    let question = Question(asked: now)
    Task { @MainActor in question.isAnswered.store(true, ordering: .sequentiallyConsistent) }
    return question
  }

  private func wake() {
    if isDormant.exchange(false, ordering: .sequentiallyConsistent) { call.yield() }
  }

  private func look() -> Look {
    Look(
      number: current.load(ordering: .sequentiallyConsistent),
      suspending: suspending.withLock { $0.sorted() })
  }

  /// The task at the lane; nil when it is free, and the next task has to call.
  private func next() -> Look? {
    let first = look()
    guard first.isEmpty else { return first }
    isDormant.store(true, ordering: .sequentiallyConsistent)
    // A task that came before this was said has not called.
    let again = look()
    guard !again.isEmpty, isDormant.exchange(false, ordering: .sequentiallyConsistent) else {
      return nil
    }
    return again
  }
}
