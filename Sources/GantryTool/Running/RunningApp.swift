// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import GantryCore
internal import GantryInspector
internal import GantryLaunch

/// A connection to a running app that GantryInspector is part of.
final class RunningApp {
  /// The longest wait for an answer. Changes may take as long as a module stops.
  private static let patience = Duration.seconds(35)
  /// The time between two looks whether the app is suspended, in milliseconds.
  private static let pause: Int32 = 250

  let path: String
  private let descriptor: Int32
  /// The bytes after the last whole answer.
  private var rest = Data()

  /// Connects to an app.
  init(at path: String) throws(ToolFailure) {
    do throws(InspectorError) {
      descriptor = try InspectorSocket.client(of: path)
    } catch {
      throw ToolFailure("\(error).", .unavailable)
    }
    self.path = path
  }

  deinit { close(descriptor) }

  /// Finds an app by its process or socket, or the only one that runs.
  ///
  /// - Parameters:
  ///   - name: A process ID, or the path of a socket; nil takes the only app.
  ///   - environment: The environment of this process, for the folders of the sockets.
  static func find(
    _ name: String?, _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ToolFailure) -> RunningApp {
    if let name, name.contains("/") || name.hasSuffix(".sock") { return try RunningApp(at: name) }
    var apps: [RunningApp] = []
    var silent: [String] = []
    for folder in InspectorSocket.folders(environment)
    where FileManager.default.fileExists(atPath: folder) {
      do throws(InspectorError) {
        try InspectorSocket.check(folder)
      } catch {
        throw ToolFailure("\(error)", .unavailable)
      }
      for path in InspectorSocket.paths(in: folder)
      where name == nil || InspectorSocket.process(of: path).map({ "\($0)" }) == name {
        if let app = try? RunningApp(at: path) { apps.append(app) } else { silent.append(path) }
      }
    }
    guard let app = apps.first else {
      // A process that was killed leaves its socket.
      if let path = silent.first, let process = InspectorSocket.process(of: path),
        kill(process, 0) == 0
      {
        if let advice = SuspendedProcess(process)?.advice(path) {
          throw .init(advice, .unavailable)
        }
        throw ToolFailure(
          """
          The app at \(path) accepts no connection. Other tools may be connected to it: it serves eight \
          at a time.
          """, .unavailable)
      }
      let subject = name.map { "Process \($0) is no app" } ?? "No app runs"
      throw ToolFailure(
        """
        \(subject) that can be inspected. The app has to link GantryInspector. In a release build, it \
        also needs INSPECTOR_ENABLED=true.
        """, .unavailable)
    }
    guard apps.count == 1 else {
      let lines = apps.map { "\n  \($0.path)  \((try? $0.state().program) ?? "?")" }.joined()
      throw ToolFailure(
        "Several apps run. Choose one by its process or socket, with '--app':\(lines)", .misuse)
    }
    return app
  }

  /// Asks the app, and waits for the answer.
  ///
  /// - Throws: Why there is none; an app that refuses a request gives the reason.
  func ask(
    _ subject: InspectorRequest.Subject, _ name: String? = nil, since: Int? = nil
  ) throws(ToolFailure) -> InspectorReply {
    let request = InspectorRequest(subject, name: name, since: since)
    guard let line = try? JSONEncoder().encode(request) + [10], send(line), let line = read() else {
      let text = suspension?.advice(path) ?? "The app at \(path) has ended, or does not answer."
      throw ToolFailure(text, .unavailable)
    }
    guard let reply = try? JSONDecoder().decode(InspectorReply.self, from: line) else {
      throw ToolFailure(
        "The app at \(path) is built with another Gantry. Use the tool of that version.",
        .unavailable)
    }
    if let error = reply.error {
      // An advice at the end may be a question.
      let isSentence = error.last.map { ".?".contains($0) } ?? false
      throw ToolFailure("The app refuses: \(error)\(isSentence ? "" : ".")", .faults)
    }
    return reply
  }

  /// The process of the app, if it is suspended and the system tells.
  var suspension: SuspendedProcess? {
    InspectorSocket.process(behind: descriptor).flatMap(SuspendedProcess.init)
  }

  /// Connects again after a question without an answer, which could still come on this connection;
  /// nil if the app has ended.
  func reconnected() -> RunningApp? { try? RunningApp(at: path) }

  /// The state of the app and its modules.
  func state(of module: String? = nil) throws(ToolFailure) -> InspectedApp {
    try part(try ask(.state, module).app)
  }

  func manifest() throws(ToolFailure) -> AppManifest { try part(try ask(.manifest).manifest) }

  /// The part of a reply that was asked for.
  func part<Part>(_ part: Part?) throws(ToolFailure) -> Part {
    guard let part else { throw ToolFailure("The app at \(path) has nothing to show.", .faults) }
    return part
  }

  private func send(_ line: Data) -> Bool {
    // A line is shorter than the buffer of the system.
    InspectorSocket.send(line, to: descriptor) == line.count
  }

  private func read() -> Data? {
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    var searched = 0
    var deadline = ContinuousClock.now + Self.patience
    while true {
      if let end = rest[(rest.startIndex + searched)...].firstIndex(of: 10) {
        let line = rest[..<end]
        rest = Data(rest[(end + 1)...])
        return line
      }
      searched = rest.count
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&polled, 1, Self.pause)
      // A signal, such as that of Control-C, isn't the end of the app.
      if ready < 0, errno == EINTR { continue }
      if ready == 0, .now < deadline, suspension == nil { continue }
      guard ready > 0, case let count = recv(descriptor, &bytes, bytes.count, 0), count > 0
      else { return nil }
      rest.append(contentsOf: bytes.prefix(count))
      deadline = .now + Self.patience
    }
  }
}

/// The app to look into, and the form of the output.
struct RunningOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The app, if several run: its process ID, or the path of its socket.", valueName: "app"))
  var app: String?

  @Option(help: "Output format: words (text), or JSON objects with a version (json).")
  var format = TextFormat.text

  func find() throws(ToolFailure) -> RunningApp { try RunningApp.find(app) }

  /// Returns a value as JSON under a name, or the lines of a text.
  func result(
    _ name: String, _ value: some Encodable, _ lines: @autoclosure () -> [String]
  ) throws(ToolFailure) -> ToolResult {
    guard format == .json else { return ToolResult(output: lines()) }
    return ToolResult(output: [try ToolJSON.text(of: NamedValue(name: name, value: value))])
  }
}
