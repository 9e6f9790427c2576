// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// Plain system threads, which no pool, queue or actor can keep from running.
enum PlainThread {
  /// The system couldn't create a thread.
  struct Failure: Error {
    let code: Int32
    /// The system's error message.
    var reason: String { String(cString: strerror(code)) }
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static let stackSize = 512 * 1024

  /// Starts a detached thread.
  ///
  /// - Parameters:
  ///   - isSmall: Whether to use a small stack, so that the thread fits when one of the usual size
  ///     doesn't.
  ///   - run: The thread's work.
  static func start(
    isSmall: Bool = true, _ run: @escaping @Sendable () -> Void
  ) throws(Failure) {
    let body = Unmanaged.passRetained(Body(run))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread: pthread_t = 0
    #endif
    // This isn't a variable, since its initializer belongs to a different module on each system.
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

  // Passing the closure in the call itself crashes Swift 6.3.1.
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
