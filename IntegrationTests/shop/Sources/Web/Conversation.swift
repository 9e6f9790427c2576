// SPDX-License-Identifier: Apache-2.0

internal import FlyingFox
internal import FlyingSocks
internal import Foundation

/// The requests of one connection, each with its answer.
struct Conversation {
  let socket: AsyncSocket
  let front: Front
  /// Restarts the browser's time.
  let extend: () -> Void

  /// Answers one request after another, until either side ends the connection.
  func hold(until isOver: () -> Bool) async {
    var reader = RequestReader(Inflow(socket), didBegin: extend) {
      try? await socket.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
    while true {
      do throws(RequestReader.Problem) {
        let request = try await reader.next()
        extend()
        let response = await front.handleRequest(request)
        extend()
        let goesOn = request.keepsConnection && response.headers[.connection] == nil && !isOver()
        guard await send(response, goesOn: goesOn) else { return }
        guard goesOn else { break }
      } catch {
        guard case .refused(let failure) = error else { return }
        guard await send(front.refuse(failure), goesOn: false) else { return }
        break
      }
    }
    // Closing with unread input would discard an answer that the browser has not read yet.
    Connections.endOutflow(of: socket.socket)
    await reader.drop()
  }

  /// Sends an answer in one piece.
  private func send(_ response: HTTPResponse, goesOn: Bool) async -> Bool {
    guard let body = try? await response.bodyData else { return false }
    var head = "HTTP/1.1 \(response.statusCode.code) \(response.statusCode.phrase)\r\n"
    for name in response.headers.keys where name != .connection {
      if let value = response.headers[name] { head += "\(name.rawValue): \(value)\r\n" }
    }
    if response.headers[.contentLength] == nil { head += "Content-Length: \(body.count)\r\n" }
    head += goesOn ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n"
    var data = Data(head.utf8)
    data += body
    return (try? await socket.write(data)) != nil
  }
}

extension HTTPRequest {
  /// Whether more requests may follow over the same connection.
  fileprivate var keepsConnection: Bool {
    version == .http11 && headers[.connection]?.lowercased().contains("close") != true
  }
}
