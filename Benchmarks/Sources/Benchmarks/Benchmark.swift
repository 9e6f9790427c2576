// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Something that is measured beside its peers, in one run.
struct Benchmark {
  /// One of the ways to do the same thing.
  struct Contender {
    /// What it is called in the table and in the file.
    let name: String
    /// Does the operation as often as told; made by `prepare`, which is not measured.
    let prepare: @MainActor () throws -> @MainActor (Int) -> Void
    /// The largest share of this peer's time that ours should take; nil when none is stated.
    let aim: Double?

    init(
      _ name: String, aim: Double? = nil,
      prepare: @escaping @MainActor () throws -> @MainActor (Int) -> Void
    ) {
      self.name = name
      self.aim = aim
      self.prepare = prepare
    }
  }

  /// The name in the file, for example `event.dispatch.handler`.
  let name: String
  /// How many operations one repetition does, for example the handlers that one event calls.
  let operationsPerRepetition: Int
  /// The longest time for one operation in nanoseconds; nil when none is stated.
  let aim: Double?
  /// What is measured.
  let subject: Contender
  /// What it is compared with.
  let peers: [Contender]

  init(
    _ name: String, operationsPerRepetition: Int = 1, aim: Double? = nil,
    subject: Contender, peers: [Contender] = []
  ) {
    self.name = name
    self.operationsPerRepetition = operationsPerRepetition
    self.aim = aim
    self.subject = subject
    self.peers = peers
  }
}
