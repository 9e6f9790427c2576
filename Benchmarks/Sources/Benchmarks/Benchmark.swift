// SPDX-License-Identifier: Apache-2.0

import Figures

/// Something that is measured beside its peers, in one run.
struct Benchmark {
  /// One of the ways to do the same thing.
  struct Contender {
    /// Does the operation as often as told.
    typealias Body = @MainActor (Int) async -> Void

    /// What it is called in the table and in the file.
    let name: String
    /// Makes the body; this is not measured.
    let prepare: @MainActor () async throws -> Body
    /// The largest share of this peer's time that ours should take; nil when none is stated.
    let aim: Aim?
    /// How many operations one repetition of it does, where it is not what the benchmark says.
    let operations: Int?

    init(
      _ name: String, aim: Double? = nil, operations: Int? = nil,
      prepare: @escaping @MainActor () async throws -> Body
    ) {
      self.name = name
      self.aim = aim.map { Aim(atMost: $0) }
      self.operations = operations
      self.prepare = prepare
    }
  }

  /// The name in the file, for example `event.dispatch.handler`.
  let name: String
  /// How many operations one repetition does, for example the handlers that one event calls.
  let operationsPerRepetition: Int
  /// The longest time for one operation in nanoseconds; nil when none is stated.
  let aim: Aim?
  /// The most allocations for one operation after warm-up; nil when none are stated.
  let allocations: Aim?
  /// A line for the table; nil when there is nothing to say.
  let remark: String?
  /// What is measured.
  let subject: Contender
  /// What it is compared with.
  let peers: [Contender]

  init(
    _ name: String, operationsPerRepetition: Int = 1, aim: Double? = nil,
    allocations: Double? = nil, subject: Contender, peers: [Contender] = [],
    remark: String? = nil
  ) {
    self.name = name
    self.operationsPerRepetition = operationsPerRepetition
    self.aim = aim.map { Aim(atMost: $0) }
    self.allocations = allocations.map { Aim(atMost: $0) }
    self.remark = remark
    self.subject = subject
    self.peers = peers
  }
}
