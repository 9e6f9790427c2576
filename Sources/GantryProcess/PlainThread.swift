// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Threads of the system's own: no pool, queue or actor can keep them from running.
enum PlainThread {
  /// The system made no thread.
  struct Failure: Error {
    let code: Int32
    /// The system's words.
    var reason: String { String(cString: strerror(code)) }
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static let stackSize = 512 * 1024

  /// Starts a thread that is not joined.
  ///
  /// - Parameters:
  ///   - isSmall: Whether it is to be had where the system has no room for one of the usual size.
  ///   - run: Its work.
  static func start(
    isSmall: Bool = true, _ run: @escaping @Sendable () -> Void
  ) throws(Failure) {
    let body = Unmanaged.passRetained(Body(run))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread: pthread_t = 0
    #endif
    // Not a variable: its initializer belongs to another module on each system.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    pthread_attr_init(attributes)
    defer { pthread_attr_destroy(attributes) }
    if isSmall { pthread_attr_setstacksize(attributes, stackSize) }
    pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
    let code = pthread_create(&thread, attributes, Self.entry, body.toOpaque())
    guard code == 0 else {
      body.release()
      throw Failure(code: code)
    }
  }

  // A closure in the call itself crashes Swift 6.3.1.
  #if canImport(Darwin)
    private static let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      { enter($0) }
  #else
    private static let entry:
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { enter($0) }
  #endif

  private static func enter(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
    return nil
  }
}
