// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import GantrySupport

/// The threads of a launch for tasks that block.
///
/// This is an executor, so that its jobs are still tasks, with cancellation and task-local values.
/// A new thread starts when a job finds no free one. It sleeps while there are no jobs, and ends
/// with the launch, or after it has slept for a while. While all threads are busy, bodies wait without
/// a task, which takes more than a kilobyte each. For each job for which the system gives no thread,
/// a task of Swift's pool does waiting jobs. Systems before iOS 18 and macOS 15 have no such
/// executors; there, tasks that block run on Swift's pool.
final class LaunchWorkers: Sendable {
  private struct State {
    /// A slice, which gives its first job away without moving the others.
    var jobs: ArraySlice<UnownedJob> = []
    /// The bodies whose tasks are created when a thread has nothing else to do.
    var postponed: ArraySlice<Ticket> = []
    /// The driver of the postponed bodies; nil if there are none, so that it isn't retained.
    var driver: Driver?
    var threads = 0
    /// The largest number of threads at a time.
    var limit: Int
    /// The number of jobs that are about to wait, wait or run, and of postponed bodies.
    var unfinished = 0
    var isClosed = false
    /// Called with the reason the first time that no thread can be created.
    var onRefusal: (@Sendable (String) -> Void)?

    /// Counts a thread that is about to be created; false if there are enough.
    mutating func needsThread() -> Bool {
      guard threads < min(limit, unfinished) else { return false }
      threads += 1
      return true
    }

    /// Takes a waiting job, or else a postponed body; nil if there are none.
    mutating func next() -> Step? {
      if let job = jobs.popFirst() { return .run(job) }
      guard let driver, let ticket = postponed.popFirst() else { return nil }
      unfinished -= 1
      if postponed.isEmpty { self.driver = nil }
      return .create(ticket, driver)
    }
  }

  private enum Step {
    case run(UnownedJob)
    case create(Ticket, Driver)
    case wait
    case end
  }

  /// The largest number of threads at first.
  let count: Int
  /// The time that a thread sleeps before it ends.
  private let patience: DispatchTimeInterval
  /// Invariant: for each waiting job, and for all postponed bodies, there is a thread or a task of the
  /// pool that has not ended.
  private let state: Mutex<State>
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
    state = Mutex(State(limit: self.count))
  }

  /// Sets the closure to call, with the reason, the first time that no thread can be created.
  func onRefusal(_ body: @escaping @Sendable (String) -> Void) {
    state.withLock { $0.onRefusal = body }
  }

  /// Keeps a body until a thread has nothing else to do, which then creates its task.
  ///
  /// - Returns: False if a thread is free, or can be created. The caller then creates the task.
  func postpone(_ ticket: Ticket, of driver: Driver) -> Bool {
    state.withLock { state in
      // Bodies keep their order: none overtakes those that are postponed.
      guard state.threads >= state.limit,
        state.unfinished >= state.limit || !state.postponed.isEmpty
      else { return false }
      state.unfinished += 1
      state.postponed.append(ticket)
      state.driver = driver
      return true
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.unfinished += 1
      return state.needsThread()
    }
    let reason = needsThread ? start { [self] in work() } : nil
    // As soon as a thread has the job, its task may end, and nothing else may retain this object.
    let warn = state.withLock { state in
      state.jobs.append(job)
      bell.signal()
      return reason == nil ? nil : usePool(&state)
    }
    if let reason { warn?(reason) }
  }

  /// Allows one thread more, because the body of a task that timed out occupies one.
  func addThread() {
    let needsThread = state.withLock { state in
      state.limit += 1
      return state.needsThread()
    }
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), needsThread,
      let reason = start({ [self] in work() })
    else { return }
    state.withLock { usePool(&$0) }?(reason)
  }

  /// Ends the threads as soon as no job needs them.
  func close() {
    let threads = state.withLock { state in
      state.isClosed = true
      return state.threads
    }
    for _ in 0..<threads { bell.signal() }
  }

  /// Lets a task of Swift's pool do waiting jobs until there are none, since a thread is missing.
  ///
  /// - Returns: The closure to call, without the lock, with the reason; nil if it was called before.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func usePool(_ state: inout State) -> (@Sendable (String) -> Void)? {
    state.threads -= 1
    // It begins without the lock.
    Task.detached { [self] in
      let executor = asUnownedTaskExecutor()
      while let step = self.state.withLock({ $0.next() }) { perform(step, on: executor) }
    }
    return exchange(&state.onRefusal, with: nil)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func work() {
    let executor = asUnownedTaskExecutor()
    var didIdleOut = false
    while true {
      let step = step(didIdleOut: didIdleOut)
      didIdleOut = false
      switch step {
      case .run, .create: perform(step, on: executor)
      case .wait: didIdleOut = bell.wait(timeout: .now() + patience) == .timedOut
      case .end: return
      }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func perform(_ step: Step, on executor: UnownedTaskExecutor) {
    switch step {
    case .run(let job):
      job.runSynchronously(on: executor)
      state.withLock { $0.unfinished -= 1 }
    case .create(let ticket, let driver): driver.startPostponed(ticket)
    case .wait, .end: break
    }
  }

  private func step(didIdleOut: Bool) -> Step {
    state.withLock { state in
      if let next = state.next() { return next }
      guard didIdleOut || state.isClosed, state.unfinished < state.threads else { return .wait }
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
