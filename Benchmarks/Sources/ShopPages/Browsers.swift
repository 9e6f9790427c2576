// SPDX-License-Identifier: Apache-2.0

import Load

/// A few browsers that ask for items as fast as they are answered, each over one connection.
struct Browsers: Sendable {
  static let count = 4
  static let items = 216

  let port: UInt16

  /// How many pages a second they get together.
  func count(for duration: Duration) async throws -> Double {
    let clock = ContinuousClock()
    let begin = clock.now
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<Self.count {
        group.addTask {
          let connection = try Connection(port: port)
          defer { connection.close() }
          var pages = 0
          while clock.now - begin < duration {
            _ = try connection.get("/catalog/\((number * 54 + pages) % Self.items + 1)")
            pages += 1
          }
          return pages
        }
      }
      return try await group.reduce(0, +)
    }
    return Double(total) / ((clock.now - begin) / .seconds(1))
  }

  /// One page, for a comparison.
  func page(_ id: Int) throws -> String {
    let connection = try Connection(port: port)
    defer { connection.close() }
    return try connection.get("/catalog/\(id)")
  }
}
