// SPDX-License-Identifier: Apache-2.0

import Configuration
import Foundation
import Gantry
import GantryInspector
import Logging
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An application with the inspector, and a client of its pages.
final class Inspected: Sendable {
  static let token = "0123456789abcdef"

  let application: Application
  private let address: URL
  private let session = URLSession(configuration: .ephemeral)

  /// Starts modules along with the inspector, which listens when this returns.
  init(_ modules: [any Module.Type], changes: Bool = false) async throws {
    let (lines, log) = AsyncStream.makeStream(of: String.self)
    application = Application(
      modules: ModuleSelection(modules + [InspectorModule.self]), schemes: ["shop"],
      configuration: ConfigurationSources(providers: [
        InMemoryProvider(values: [
          "Inspector.enabled": true,
          "Inspector.allowsChanges": ConfigValue(.bool(changes), isSecret: false),
          "Inspector.token": ConfigValue(.string(Self.token), isSecret: true),
        ])
      ]),
      reports: .never, logger: Logger(label: "gantry.test") { _ in LineLog(lines: log) })
    _ = try? await application.start()
    _ = await application.waitUntilIdle()
    let start = "the inspector is at "
    for await line in lines where line.hasPrefix(start) {
      address = URL(string: String(line.dropFirst(start.count)))!
      return
    }
    fatalError("the log has ended")
  }

  func url(_ path: String) -> URL { URL(string: path, relativeTo: address)!.absoluteURL }

  /// The request for a page, as a program sends it.
  func request(_ path: String, posting form: String? = nil, token: String = token) -> URLRequest {
    var request = URLRequest(url: url(path))
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    if let form {
      request.httpMethod = "POST"
      request.httpBody = Data(form.utf8)
    }
    return request
  }

  /// Loads a page and follows redirects.
  func load(
    _ request: URLRequest
  ) async throws -> (status: Int, text: String, fields: [String: String]) {
    let (data, response) = try await session.data(for: request)
    let answer = response as! HTTPURLResponse
    let fields = answer.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
    return (
      answer.statusCode, String(decoding: data, as: UTF8.self),
      Dictionary(fields, uniquingKeysWith: { $1 })
    )
  }

  /// Loads a page that must exist.
  func text(_ path: String) async throws -> String {
    let (status, text, _) = try await load(request(path))
    return status == 200 ? text : "status \(status): \(text)"
  }
}

/// Hands over the logged messages.
private struct LineLog: LogHandler {
  let lines: AsyncStream<String>.Continuation
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.notice
  var metadataProvider: Logger.MetadataProvider?

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { lines.yield("\(event.message)") }
}

/// The text of a response as it arrives.
final class Chunks: NSObject, URLSessionDataDelegate {
  let texts: AsyncStream<String>
  private let text: AsyncStream<String>.Continuation

  override init() { (texts, text) = AsyncStream.makeStream() }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    text.yield(String(decoding: data, as: UTF8.self))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) { text.finish() }
}
