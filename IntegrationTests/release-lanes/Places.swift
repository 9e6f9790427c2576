// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Gantry
import Synchronization

/// The actor that a function belongs to.
nonisolated enum Home: String {
  case mainModule, mainMethod, inherited, byDefault, ownActor, globalActor
  case superclass, protocolActor, mainProtocol, requirement, override, renamed, renamedMain, none

  /// Whether the calling code runs on the actor.
  var isHere: Bool {
    let isMain = DispatchQueue.getSpecific(key: .isMain) == true
    let isOwn = DispatchQueue.getSpecific(key: .isOwn) == true
    return switch self {
    case .mainModule, .mainMethod, .inherited, .byDefault, .mainProtocol, .renamedMain: isMain
    case .none: !isMain && !isOwn
    default: isOwn
    }
  }
}

nonisolated extension DispatchSpecificKey<Bool> {
  static let isMain = DispatchSpecificKey<Bool>()
  static let isOwn = DispatchSpecificKey<Bool>()
}

/// The executor of the actors: a queue that code can recognize.
nonisolated final class QueueExecutor: SerialExecutor {
  static let shared = QueueExecutor()
  private let queue = DispatchQueue(label: "own")

  init() { queue.setSpecific(key: .isOwn, value: true) }

  func enqueue(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

@globalActor actor QueueActor {
  static let shared = QueueActor()
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    QueueExecutor.shared.asUnownedSerialExecutor()
  }
}

/// Guards the lines of the output.
nonisolated let lines = Mutex<Set<String>>([])

/// Notes where its caller runs. The optimizer removes the isolation that it doesn't use, and with it the
/// reason for the caller's hop.
@inline(never)
nonisolated(nonsending) func note(_ home: Home, _ shape: String, _ act: String) async {
  let place = home.isHere ? "on its actor" : "ELSEWHERE"
  lines.withLock { _ = $0.insert("\(home.rawValue), \(shape), \(act) act: \(place)") }
}

@inline(never)
nonisolated(nonsending) func noteOrThrow(
  _ home: Home, _ shape: String, _ act: String
) async throws {
  let place = home.isHere ? "on its actor" : "ELSEWHERE"
  if shape.isEmpty { throw CancellationError() }
  lines.withLock { _ = $0.insert("\(home.rawValue), \(shape), \(act) act: \(place)") }
}

/// A synchronous act.
@inline(never) nonisolated func look() {}

nonisolated struct Ping: Event {}

/// A service of a module.
nonisolated struct Made<Maker>: Sendable {}
