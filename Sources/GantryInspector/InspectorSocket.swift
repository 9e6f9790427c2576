// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GantrySupport

/// The reason why an app can't be inspected, and how to remove it.
package struct InspectorError: Error, Equatable, CustomStringConvertible {
  package let description: String
}

/// The Unix-domain sockets of inspected apps, in a folder that only one user can open.
package enum InspectorSocket {
  /// The longest path of a socket in bytes: 104 with the final zero, the least of all systems.
  private static let longestPath = 103
  /// Guards the moment between the making of a socket and its readiness for clients, in which
  /// another application of this process could take it for one that a dead process has left.
  private static let making = Mutex(())

  /// Returns the folders in which sockets may be, the one for new sockets first.
  ///
  /// - Parameter environment: The environment of the process.
  package static func folders(_ environment: [String: String]) -> [String] {
    let runtime = environment["XDG_RUNTIME_DIR"] ?? ""
    // Only this folder for temporary files is shared with simulators.
    let shared = "/tmp/gantry-\(geteuid())"
    return runtime.hasPrefix("/") && access(runtime, X_OK) == 0
      ? ["\(runtime)/gantry", shared] : [shared]
  }

  /// Checks that a folder belongs to this user, and that no other user can open it.
  ///
  /// - Throws: ``InspectorError``.
  package static func check(_ folder: String) throws(InspectorError) {
    var status = stat()
    guard lstat(folder, &status) == 0 else { throw refusal(folder, system()) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw refusal(folder, "it isn't a folder") }
    guard status.st_uid == geteuid() else { throw refusal(folder, "it belongs to another user") }
    guard status.st_mode & 0o077 == 0 else { throw refusal(folder, "other users can open it") }
  }

  /// Makes a socket on which this process listens.
  ///
  /// - Throws: ``InspectorError``.
  static func listener(
    in folder: String
  ) throws(InspectorError) -> (descriptor: Int32, path: String) {
    // A folder that is there stays as it is, and is checked.
    _ = mkdir(folder, 0o700)
    try check(folder)
    return try making.withLock { _ throws(InspectorError) in
      // A process may have several applications, and its number may be that of a dead one.
      for suffix in [""] + (2...99).map({ "-\($0)" }) {
        let path = "\(folder)/\(getpid())\(suffix).sock"
        if access(path, F_OK) == 0 { removeIfDead(path) }
        let descriptor = try descriptor(for: path)
        let isOpen = withAddress(of: path) { bind(descriptor, $0, $1) == 0 }
        if isOpen, chmod(path, 0o600) == 0, listen(descriptor, 16) == 0 {
          return (descriptor, path)
        }
        let (isTaken, error) = (errno == EADDRINUSE, refusal(path, system()))
        close(descriptor)
        if !isTaken { throw error }
      }
      throw refusal(folder, "the process already has 99 sockets there")
    }
  }

  /// Removes the sockets that dead processes have left in a folder.
  static func removeDead(in folder: String) {
    for path in paths(in: folder) {
      guard let process = process(of: path), kill(process, 0) != 0, errno == ESRCH else { continue }
      removeIfDead(path)
    }
  }

  /// Connects to an app; the connection never waits.
  ///
  /// - Throws: ``InspectorError``.
  package static func client(of path: String) throws(InspectorError) -> Int32 {
    let descriptor = try descriptor(for: path)
    let isOpen = withAddress(of: path) { connect(descriptor, $0, $1) == 0 }
    if isOpen, isOfSameUser(descriptor) { return descriptor }
    let reason = isOpen ? "another user listens there" : system()
    close(descriptor)
    throw InspectorError(description: "no app answers at \(path): \(reason)")
  }

  /// Returns the paths of the sockets in a folder, by process; some may be of dead processes.
  package static func paths(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { name in process(of: name).map { ($0, "\(folder)/\(name)") } }
      .sorted { $0 < $1 }.map(\.1)
  }

  /// Returns the process that has a socket: 4711 for `4711.sock`; nil for any other file.
  package static func process(of path: String) -> Int32? {
    guard path.hasSuffix(".sock"), let name = path.split(separator: "/").last else { return nil }
    return name.dropLast(5).split(separator: "-").first.flatMap { Int32($0) }
  }

  /// Whether the process at the other end of a connection belongs to this user.
  static func isOfSameUser(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      var (user, group): (uid_t, gid_t) = (.max, .max)
      return getpeereid(descriptor, &user, &group) == 0 && user == geteuid()
    #else
      return peer(of: descriptor)?.user == geteuid()
    #endif
  }

  /// Returns the process at the other end of a connection; nil if the system doesn't tell.
  package static func process(behind descriptor: Int32) -> Int32? {
    #if canImport(Darwin)
      return nil
    #else
      // A process of another container is 0.
      return peer(of: descriptor).map(\.process).flatMap { $0 > 0 ? $0 : nil }
    #endif
  }

  #if !canImport(Darwin)
    private static func peer(of descriptor: Int32) -> (process: Int32, user: uid_t)? {
      // The process, the user and the group: Swift doesn't see the system's own structure.
      var peer: [UInt32] = [0, .max, .max]
      var size = socklen_t(MemoryLayout<UInt32>.size * peer.count)
      guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else { return nil }
      return (Int32(bitPattern: peer[0]), peer[1])
    }
  #endif

  /// Makes a descriptor that never waits, and that programs started by this one don't inherit.
  static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Sends without a wait, and without the signal that a closed connection would cause.
  ///
  /// - Returns: The number of bytes that were sent; negative if none could be.
  package static func send(_ bytes: Data, to descriptor: Int32) -> Int {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    return bytes.withUnsafeBytes { sendto(descriptor, $0.baseAddress, $0.count, flags, nil, 0) }
  }

  /// Removes a socket on which no process listens.
  private static func removeIfDead(_ path: String) {
    guard let descriptor = try? descriptor(for: path) else { return }
    let isOpen = withAddress(of: path) { connect(descriptor, $0, $1) == 0 }
    if !isOpen, errno == ECONNREFUSED { unlink(path) }
    close(descriptor)
  }

  private static func descriptor(for path: String) throws(InspectorError) -> Int32 {
    let length = path.utf8.count
    guard length <= longestPath else {
      throw refusal(path, "a path has at most \(longestPath) bytes, and this one has \(length)")
    }
    #if canImport(Glibc)
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw refusal(path, system()) }
    prepare(descriptor)
    return descriptor
  }

  private static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
  ) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // The rest of the field stays zero: the path is shorter.
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }

  private static func refusal(_ path: String, _ reason: String) -> InspectorError {
    InspectorError(
      description: """
        \(path) can't be the place of the socket: \(reason). The folder has to be your own, with mode \
        0700. To use another one, name it as Inspector.folder.
        """)
  }

  /// The error of the last system call.
  private static func system() -> String { String(cString: strerror(errno)) }
}
