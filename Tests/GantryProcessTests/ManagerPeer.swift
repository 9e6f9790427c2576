// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A service manager in another language: it prints each message that it gets as a line.
struct ManagerPeer {
  /// Its address, in the form of `NOTIFY_SOCKET`.
  let address: String
  let process: FixtureProcess

  /// The sender, the time of arrival by the clock of `MONOTONIC_USEC`, and the message.
  private static let script = """
    import socket, struct, sys, time
    name = sys.argv[1]
    s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    s.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
    s.bind('\\0' + name[1:] if name[0] == '@' else name)
    print('bound', flush=True)
    while True:
      data, extra, _, _ = s.recvmsg(65536, socket.CMSG_SPACE(12))
      sender = struct.unpack('3i', extra[0][2])[0]
      print(sender, time.monotonic_ns() // 1000, ' | '.join(data.decode().split('\\n')), flush=True)
    """

  /// Starts the manager and waits until it listens.
  init(isAbstract: Bool = false) async throws {
    let name = "gantry-\(UUID().uuidString.prefix(8))"
    address =
      isAbstract ? "@\(name)" : FileManager.default.temporaryDirectory.appending(path: name).path
    process = try FixtureProcess(
      program: "/usr/bin/env", ["python3", "-c", Self.script, address])
    try await process.line("bound")
  }

  /// The environment that a program needs to find the manager.
  var environment: [String: String] { ["NOTIFY_SOCKET": address] }

  /// The messages that have been read, without their sender and time.
  var messages: [String] {
    get async {
      await process.output.dropFirst().map { String($0.split(separator: " ", maxSplits: 2)[2]) }
    }
  }

  /// Sends the manager a message that marks the end of the earlier ones.
  func mark(_ text: String) async throws {
    let sender = try FixtureProcess(
      program: "/usr/bin/env",
      [
        "python3", "-c",
        """
        import socket, sys
        name = sys.argv[1]
        s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        s.connect('\\0' + name[1:] if name[0] == '@' else name)
        s.send(sys.argv[2].encode())
        """, address, text,
      ])
    _ = await sender.end()
  }

  /// Ends the manager.
  func end() async {
    await process.signal(SIGKILL)
    _ = await process.end()
    if !address.hasPrefix("@") { try? FileManager.default.removeItem(atPath: address) }
  }
}
