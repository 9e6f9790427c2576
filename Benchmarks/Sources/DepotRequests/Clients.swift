// SPDX-License-Identifier: Apache-2.0

import Load

/// A few clients that ask as fast as they are answered, each over one connection.
struct Clients: Sendable {
  static let count = 4
  static let movement = #"{"sku":"tea","quantity":5}"#

  let port: UInt16

  /// How many requests a second are answered.
  func count(for duration: Duration) async throws -> Double {
    let clock = ContinuousClock()
    let begin = clock.now
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<Self.count {
        group.addTask {
          let connection = try Connection(port: port)
          defer { connection.close() }
          var requests = 0
          while clock.now - begin < duration { requests += try Self.ask(connection).count }
          return requests
        }
      }
      return try await group.reduce(0, +)
    }
    return Double(total) / ((clock.now - begin) / .seconds(1))
  }

  /// The fields of one turn's answers, for a comparison: JSON has them in any order.
  func answers() throws -> [Set<Substring>] {
    let connection = try Connection(port: port)
    defer { connection.close() }
    return try Self.ask(connection).map { Set($0.split { "{,}".contains($0) }) }
  }

  private static func ask(_ connection: Connection) throws -> [String] {
    [
      try connection.get("/stock/tea"), try connection.get("/items/tea"),
      try connection.ask("POST", "/movements", movement, key: "first"),
    ]
  }
}
