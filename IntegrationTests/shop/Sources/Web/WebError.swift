// SPDX-License-Identifier: Apache-2.0

/// Why the shop cannot be opened to browsers.
enum WebError: Error, Equatable, CustomStringConvertible {
  case noPort(Int)
  case portTaken(Int)
  case portForbidden(Int)
  case notListening(Int, reason: String)
  case noFile(String)

  var description: String {
    switch self {
    case .noPort(let port): "\(port) is no port; choose one from 1 to 65535, or 0 for any"
    case .portTaken(let port):
      """
      port \(port) of 127.0.0.1 is taken by another program; end that one, or choose another port: \
      bazaar --serve \(port < 65_535 ? port + 1 : port - 1)
      """
    case .portForbidden(let port):
      "port \(port) may not be used by this user; choose one above 1023: bazaar --serve 8080"
    case .notListening(let port, let reason): "port \(port) cannot be listened to: \(reason)"
    case .noFile(let file): "there is no file '\(file)'"
    }
  }
}
