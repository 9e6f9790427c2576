// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import GantryText

/// The threads of a launch for tasks that block.
///
/// This is an executor, so that its jobs are still tasks, with cancellation and task-local values.
/// A new thread starts when a job finds no free one. It sleeps while there are no jobs, and ends
/// with the launch, or after it has slept for a while. Systems before iOS 18 and macOS 15 have no
/// such executors; there, tasks that block run on Swift's pool.
final class LaunchWorkers: Sendable {
  private struct State {
    var jobs: [UnownedJob] = []
    var threads = 0
    /// The number of threads that may replace those that may never return.
    var replacements = 0
    /// The number of jobs that are about to wait, wait or run.
    var unfinished = 0
    var isClosed = false
    /// Whether jobs can't run because there is no thread and none can be created.
    var isStranded = false
    /// Called with the reason each time that there is no thread and none can be created.
    var onRefusal: @Sendable (String) -> Void = { _ in }

    /// Counts a thread that couldn't be created, and returns the closure to call if there is no
    /// other.
    mutating func loseThread() -> (@Sendable (String) -> Void)? {
      threads -= 1
      isStranded = threads == 0
      return isStranded ? onRefusal : nil
    }
  }

  private enum Step {
    case run(UnownedJob)
    case wait
    case end
  }

  /// The largest number of threads at a time, not counting replacements.
  let count: Int
  /// The time that a thread sleeps before it ends.
  private let patience: DispatchTimeInterval
  /// Invariant: for each waiting job there is a thread that has not ended, unless none can be
  /// created.
  private let state = Mutex(State())
  /// Signaled for each job, and at the end for each thread. An extra signal does no harm.
  private let bell = DispatchSemaphore(value: 0)

  private let start: LaunchThread.Starter

  init(
    count: Int, patience: DispatchTimeInterval = .seconds(1),
    start: @escaping LaunchThread.Starter = LaunchThread.start
  ) {
    self.count = max(1, count)
    self.patience = patience
    self.start = start
  }

  /// Sets the closure to call, with the reason, each time that there is no thread and none can be
  /// created.
  func onRefusal(_ body: @escaping @Sendable (String) -> Void) {
    state.withLock { $0.onRefusal = body }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.unfinished += 1
      guard state.threads < min(limit(state), state.unfinished) else { return false }
      state.threads += 1
      return true
    }
    let reason = needsThread ? start { [self] in work() } : nil
    // As soon as a thread has the job, its task may end, and nothing else may retain this object.
    let refuse = state.withLock { state in
      state.jobs.append(job)
      bell.signal()
      return reason == nil ? nil : state.loseThread()
    }
    if let reason { refuse?(reason) }
  }

  /// Sets the number of jobs that the launch no longer waits for; as many additional threads may
  /// run.
  func replace(_ count: Int) {
    let missing = state.withLock { state in
      guard state.replacements != count else { return 0 }
      state.replacements = count
      let missing = max(0, min(limit(state), state.unfinished) - state.threads)
      state.threads += missing
      return missing
    }
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    for _ in 0..<missing { startThread() }
  }

  private func limit(_ state: State) -> Int {
    min(count, .max - state.replacements) + state.replacements
  }

  /// Ends the threads as soon as no job needs them.
  func close() {
    let threads = state.withLock { state in
      state.isClosed = true
      return state.threads
    }
    for _ in 0..<threads { bell.signal() }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func startThread() {
    guard let reason = start({ [self] in work() }) else { return }
    // With fewer threads, jobs wait longer; without any, they would wait for ever.
    state.withLock { $0.loseThread() }?(reason)
  }

  /// Runs the waiting jobs on the calling thread, if no thread could be created for them.
  ///
  /// The tasks of these jobs have been cancelled, so none of them does its work.
  func runStranded() {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    let executor = asUnownedTaskExecutor()
    while let job = state.withLock({ state -> UnownedJob? in
      guard state.isStranded, !state.jobs.isEmpty else { return nil }
      state.unfinished -= 1
      return state.jobs.removeFirst()
    }) {
      job.runSynchronously(on: executor)
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func work() {
    let executor = asUnownedTaskExecutor()
    var isTired = false
    while true {
      switch step(isTired: isTired) {
      case .run(let job):
        job.runSynchronously(on: executor)
        state.withLock { $0.unfinished -= 1 }
        isTired = false
      case .wait: isTired = bell.wait(timeout: .now() + patience) == .timedOut
      case .end: return
      }
    }
  }

  private func step(isTired: Bool) -> Step {
    state.withLock { state in
      if !state.jobs.isEmpty { return .run(state.jobs.removeFirst()) }
      guard isTired || state.isClosed, state.unfinished < state.threads else { return .wait }
      state.threads -= 1
      return .end
    }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension LaunchWorkers: TaskExecutor {}

/// Starts threads, and reports when the system has no more.
enum LaunchThread {
  /// The work of a thread.
  typealias Work = @Sendable () -> Void
  /// Starts a thread; returns the reason if that fails.
  typealias Starter = @Sendable (@escaping Work) -> String?

  private final class Box: Sendable {
    let work: Work
    init(_ work: @escaping Work) { self.work = work }
  }

  /// Starts a thread that ends with its work.
  ///
  /// - Parameter work: The work of the thread.
  /// - Returns: Nil on success; otherwise the reason, such as no threads left, or no memory for the
  ///   stack.
  static func start(_ work: @escaping Work) -> String? {
    #if canImport(Darwin)
      // This sets the quality of service, which Swift can't do for pthreads.
      let thread = Thread(block: work)
      thread.name = "gantry.launch"
      thread.qualityOfService = .userInitiated
      thread.start()
      return nil
    #else
      // Foundation's threads don't report when they can't be created.
      return create(Unmanaged.passRetained(Box(work)).toOpaque())
    #endif
  }

  #if !canImport(Darwin)
    private static func create(_ box: UnsafeMutableRawPointer) -> String? {
      var thread: pthread_t = 0
      let code = pthread_create(&thread, nil, run, box)
      guard code == 0 else {
        Unmanaged<Box>.fromOpaque(box).release()
        return String(cString: strerror(code))
      }
      pthread_detach(thread)
      return nil
    }

    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      {
        guard let pointer = $0 else { return nil }
        let box = Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue()
        Thread.current.name = "gantry.launch"
        box.work()
        return nil
      }
  #endif
}
