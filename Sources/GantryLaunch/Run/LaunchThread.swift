// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// Starts threads, and says where the system gives no more.
enum LaunchThread {
  /// The work of a thread.
  typealias Work = @Sendable () -> Void
  /// Starts a thread; gives the reason where it can't.
  typealias Starter = @Sendable (@escaping Work) -> String?

  private final class Box: Sendable {
    let work: Work
    init(_ work: @escaping Work) { self.work = work }
  }

  /// Starts a thread that ends with its work.
  ///
  /// - Parameter work: Its work.
  /// - Returns: The reason where the system has no thread left, or no memory for its stack; else nil.
  static func start(_ work: @escaping Work) -> String? {
    #if canImport(Darwin)
      // Has the quality of service that pthreads do not offer to Swift.
      let thread = Thread(block: work)
      thread.name = "gantry.launch"
      thread.qualityOfService = .userInitiated
      thread.start()
      return nil
    #else
      // Foundation's threads do not say where they could not be made.
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
