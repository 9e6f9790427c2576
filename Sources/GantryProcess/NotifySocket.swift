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

/// The datagram socket on which a service manager receives messages, with the protocol of
/// `sd_notify`.
///
/// Each message opens its own descriptor and closes it at once. So child processes inherit none,
/// and a manager that reopens its socket is found again.
struct NotifySocket: Sendable {
  /// An error: a message did not reach the service manager.
  struct Failure: Error, Equatable, CustomStringConvertible {
    let address: String
    let reason: String
    var description: String {
      "the service manager at '\(address)' could not be reached: \(reason)"
    }
  }

  /// The longest wait for a manager that has not read its earlier messages, in milliseconds.
  private static let patience: Int32 = 1000

  private let address: String

  /// Creates a reference to a socket.
  ///
  /// - Parameter address: The path of a socket, or `@` and the name of an abstract socket.
  init(_ address: String) { self.address = address }

  /// Sends a message.
  ///
  /// - Throws: ``Failure`` with the system's reason, or if the manager has made no room within a
  ///   second.
  func send(_ message: String) throws(Failure) {
    guard address.hasPrefix("/") || (address.hasPrefix("@") && address.utf8.count > 1) else {
      throw Failure(
        address: address,
        reason: "it is neither an absolute path nor '@' and a name; it is not used")
    }
    let socket = try open()
    defer { close(socket) }
    try connect(socket)
    var room = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
    poll(&room, 1, Self.patience)
    let bytes = Array(message.utf8)
    let flags = Int32(MSG_DONTWAIT)
    #if canImport(Glibc)
      let sent = Glibc.send(socket, bytes, bytes.count, flags)
    #elseif canImport(Musl)
      let sent = Musl.send(socket, bytes, bytes.count, flags)
    #else
      let sent = Darwin.send(socket, bytes, bytes.count, flags)
    #endif
    guard sent == bytes.count else { throw failure }
  }

  private func open() throws(Failure) -> Int32 {
    #if canImport(Darwin)
      let socket = Darwin.socket(AF_UNIX, SOCK_DGRAM, 0)
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    #elseif canImport(Musl)
      let socket = Musl.socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)
    #else
      let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      let socket = Glibc.socket(AF_UNIX, kind, 0)
    #endif
    guard socket >= 0 else { throw failure }
    return socket
  }

  private func connect(_ socket: Int32) throws(Failure) {
    var target = sockaddr_un()
    target.sun_family = sa_family_t(AF_UNIX)
    var name = Array(address.utf8)
    // An abstract name begins with a zero byte, and ends where the address ends.
    if address.hasPrefix("@") { name[0] = 0 }
    let room = MemoryLayout.size(ofValue: target.sun_path)
    guard name.count < room else {
      throw Failure(address: address, reason: "it has more than \(room - 1) bytes")
    }
    withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: name) }
    let start = MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 0
    let size = socklen_t(start + name.count + (address.hasPrefix("@") ? 0 : 1))
    let code = withUnsafePointer(to: target) { target in
      target.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
        #if canImport(Glibc)
          Glibc.connect(socket, target, size)
        #elseif canImport(Musl)
          Musl.connect(socket, target, size)
        #else
          Darwin.connect(socket, target, size)
        #endif
      }
    }
    guard code == 0 else { throw failure }
  }

  /// The error of the last system call.
  private var failure: Failure {
    Failure(address: address, reason: String(cString: strerror(errno)))
  }
}
