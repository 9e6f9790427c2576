// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// Starts threads, and says where the system gives no more.
enum LaunchThread {
  /// What a thread begins with.
  typealias Work = @Sendable () -> Void
  /// What starts a thread.
  typealias Starter = @Sendable (@escaping Work) throws(Refusal) -> Void

  /// Why a thread could not be made.
  struct Refusal: Error {
    let reason: String
  }

  private final class Box: Sendable {
    let work: Work
    init(_ work: @escaping Work) { self.work = work }
  }

  /// Starts a thread that ends with its work.
  ///
  /// - Parameter work: What it does.
  /// - Throws: ``Refusal`` where the system has no thread left, or no memory for its stack.
  @Sendable static func start(_ work: @escaping Work) throws(Refusal) {
    #if canImport(Darwin)
      // Has the quality of service that pthreads do not offer to Swift.
      let thread = Thread(block: work)
      thread.name = "gantry.launch"
      thread.qualityOfService = .userInitiated
      thread.start()
    #else
      // Foundation's threads do not say where they could not be made.
      let box = Unmanaged.passRetained(Box(work))
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, { run($0) }, box.toOpaque())
      guard code == 0 else {
        box.release()
        throw Refusal(reason: String(cString: strerror(code)))
      }
      pthread_detach(thread)
    #endif
  }

  #if !canImport(Darwin)
    private static func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let pointer else { return nil }
      pthread_setname_np(pthread_self(), "gantry.launch")
      let box = Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue()
      box.work()
      return nil
    }
  #endif
}
