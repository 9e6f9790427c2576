// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct MovementTests {
  @Test func `a movement is booked once, however often it is sent`() async throws {
    try await RunningDepot.run { depot in
      try await depot.put("tea")
      #expect(try await depot.move("a", "tea", 5).status == 201)
      #expect(try await depot.move("a", "tea", 5).status == 200)
      #expect(try await depot.stock("tea") == 5)
      #expect(try await depot.get("movements/a").status == 200)
    }
  }

  @Test func `a movement that comes eight times at once is accepted once`() async throws {
    try await RunningDepot.run { depot in
      try await depot.put("tea")
      let statuses = try await withThrowingTaskGroup { group in
        for _ in 0..<8 { group.addTask { try await depot.move("a", "tea", 1).status } }
        return try await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(statuses.sorted() == [200, 200, 200, 200, 200, 200, 200, 201])
      #expect(try await depot.stock("tea") == 1)
    }
  }

  @Test func `what cannot be booked is refused with its reason, and changes nothing`() async throws
  {
    try await RunningDepot.run { depot in
      try await depot.put("tea")
      try await depot.move("a", "tea", 5)
      #expect(try await depot.move("a", "tea", 6).status == 422)
      #expect(try await depot.move("b", "moon", 1).status == 404)
      #expect(try await depot.move("c", "tea", 0).status == 400)
      #expect(try await depot.move(nil, "tea", 1).status == 400)
      #expect(try await depot.move("d", "tea", .max).status == 409)
      let tooMany = try await depot.move("e", "tea", -6)
      #expect(tooMany.status == 409)
      #expect(tooMany.text.contains("only 5 of 'tea' are there"))
      #expect(try await depot.stock("tea") == 5)
    }
  }

  @Test func `the next depot on the same file goes on where the last one stopped`() async throws {
    try await RunningDepot.inFolder { file in
      let first = try await RunningDepot.start(on: file)
      try await first.put("tea")
      try await first.move("a", "tea", 5)
      await first.stop()
      let second = try await RunningDepot.start(on: file)
      #expect(try await second.move("a", "tea", 5).status == 200)
      #expect(try await second.stock("tea") == 5)
      await second.stop()
    }
  }

  @Test func `two depots share a new file`() async throws {
    try await RunningDepot.inFolder { file in
      async let one = RunningDepot.start(on: file)
      async let other = RunningDepot.start(on: file)
      let depots = try await [one, other]
      try await depots[0].put("tea")
      #expect(try await depots[0].move("a", "tea", 5).status == 201)
      #expect(try await depots[1].move("a", "tea", 5).status == 200)
      #expect(try await depots[1].move("b", "tea", -5).status == 201)
      #expect(try await depots[0].stock("tea") == 0)
      for depot in depots { await depot.stop() }
    }
  }
}
