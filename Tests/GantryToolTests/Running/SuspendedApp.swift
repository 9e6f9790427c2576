// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Foundation
  import Glibc

  @testable import GantryInspector

  /// A suspended process with a socket of its own on which it answers nobody, as an app has after SIGSTOP.
  final class SuspendedApp: Sendable {
    /// The folder in place of the user's runtime folder.
    let folder: String
    let socket: String
    let process: pid_t

    init() throws {
      folder = "/tmp/gantry-test-\(UUID().uuidString.prefix(8))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let listener = try InspectorSocket.listener(in: "\(folder)/gantry")
      defer { close(listener.descriptor) }
      process = try Self.start(listener.descriptor)
      socket = "\(folder)/gantry/\(process).sock"
      try FileManager.default.moveItem(atPath: listener.path, toPath: socket)
      // It is suspended when this returns.
      var status: Int32 = 0
      while waitpid(process, &status, WUNTRACED) == -1, errno == EINTR {}
    }

    /// Starts a copy of this process that does nothing but suspend itself.
    private static func start(_ descriptor: Int32) throws -> pid_t {
      typealias Fork = @convention(c) () -> pid_t
      // Swift doesn't offer it, since a copy has one thread only. This one makes three system calls.
      let fork = unsafeBitCast(dlsym(nil, "fork"), to: Fork.self)
      let process = fork()
      if process == 0 {
        // The socket tells its clients the process that listened last. One more client has room.
        listen(descriptor, 1)
        kill(getpid(), SIGSTOP)
        _exit(0)
      }
      guard process > 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
      return process
    }

    deinit {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      try? FileManager.default.removeItem(atPath: folder)
    }
  }
#endif
