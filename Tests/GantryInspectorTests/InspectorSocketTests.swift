// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

@testable import GantryInspector

@Suite(.timeLimit(.minutes(5))) struct InspectorSocketTests {
  private let folder = Inspected.makeFolder()

  private func close(_ listener: (descriptor: Int32, path: String)) {
    Foundation.close(listener.descriptor)
    unlink(listener.path)
  }

  private func remove() { try? FileManager.default.removeItem(atPath: folder) }

  @Test func `only the user can open the folder and the socket`() throws {
    let listener = try InspectorSocket.listener(in: folder)
    for (path, mode) in [(folder, 0o700), (listener.path, 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
    #expect(listener.path == "\(folder)/\(getpid()).sock")
    close(listener)
    remove()
  }

  /// The words of the refusal; nil if the folder is accepted.
  private func refusal(of folder: String) -> String? {
    do throws(InspectorError) {
      close(try InspectorSocket.listener(in: folder))
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `a folder that others can open is refused`() throws {
    for mode in [0o755, 0o701, 0o770] {
      mkdir(folder, 0o700)
      chmod(folder, mode_t(mode))
      #expect(
        refusal(of: folder) == """
          \(folder) can't be the place of the socket: other users can open it. The folder has to be \
          your own, with mode 0700. To use another one, name it as Inspector.folder.
          """)
      remove()
    }
  }

  @Test func `a file or a link in the place of the folder is refused`() throws {
    symlink("/tmp", folder)
    #expect(refusal(of: folder)?.contains("it isn't a folder") == true)
    remove()
    _ = FileManager.default.createFile(atPath: folder, contents: nil)
    #expect(refusal(of: folder)?.contains("it isn't a folder") == true)
    remove()
  }

  @Test(.enabled(if: geteuid() == 0)) func `the folder of another user is refused`() throws {
    mkdir(folder, 0o700)
    chown(folder, 65_534, 65_534)
    #expect(refusal(of: folder)?.contains("it belongs to another user") == true)
    remove()
  }

  @Test func `a path of more than 103 bytes is refused`() throws {
    mkdir(folder, 0o700)
    let deep = "\(folder)/\(String(repeating: "a", count: 100))"
    #expect(refusal(of: deep)?.contains("a path has at most 103 bytes, and this one has") == true)
    remove()
  }

  @Test func `sockets of dead processes are removed, and those of living ones stay`() throws {
    let first = try InspectorSocket.listener(in: folder)
    // No process has this number: it is above the limit of every system.
    let dead = "\(folder)/\(Int32.max).sock"
    #expect(rename(first.path, dead) == 0)
    let second = try InspectorSocket.listener(in: folder)
    #expect(InspectorSocket.paths(in: folder) == [second.path, dead])
    Foundation.close(first.descriptor)
    InspectorSocket.removeDead(in: folder)
    let third = try InspectorSocket.listener(in: folder)
    #expect(third.path == "\(folder)/\(getpid())-2.sock")
    #expect(Set(InspectorSocket.paths(in: folder)) == [second.path, third.path])
    close(second)
    close(third)
    remove()
  }

  @Test func `a socket that an earlier process of the same number has left is replaced`() throws {
    let left = try InspectorSocket.listener(in: folder)
    Foundation.close(left.descriptor)
    let listener = try InspectorSocket.listener(in: folder)
    #expect(listener.path == left.path)
    close(listener)
    remove()
  }

  @Test(arguments: [
    ("4711.sock", 4711 as Int32?), ("/run/user/1000/gantry/4711-2.sock", 4711), ("4711", nil),
    ("a.sock", nil), (".sock", nil), ("-1.sock", 1),
  ])
  func `the name of a socket has the process`(path: String, process: Int32?) {
    #expect(InspectorSocket.process(of: path) == process)
  }

  @Test func `the runtime folder of the user is used if there is one`() {
    let own = "/tmp/gantry-\(geteuid())"
    #expect(InspectorSocket.folders([:]) == [own])
    #expect(InspectorSocket.folders(["XDG_RUNTIME_DIR": "/none"]) == [own])
    #expect(InspectorSocket.folders(["XDG_RUNTIME_DIR": "tmp"]) == [own])
    #expect(InspectorSocket.folders(["XDG_RUNTIME_DIR": "/tmp"]) == ["/tmp/gantry", own])
  }

  @Test func `a path without an app says why`() {
    #expect(
      throws: InspectorError(description: "no app answers at /a.sock: No such file or directory")
    ) { try InspectorSocket.client(of: "/a.sock") }
  }
}
