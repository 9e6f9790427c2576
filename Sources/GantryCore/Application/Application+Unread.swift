// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension Application {
  /// The time in which work and handlers that begin around *ready* read their configuration.
  private static let graceForReading = Duration.seconds(1)

  /// Warns once of the sections and keys of the configuration file that nothing has read.
  ///
  /// If only work or handlers that have just begun may still read some of them, it waits for a second,
  /// or until the application stops.
  func lookForUnreadKeys() {
    guard configuration.file != nil else { return }
    let task = Task.detached { [weak self, clock] in
      guard self?.hasOpenKeys == true else { return self?.warnOfUnreadKeys(isLate: false) ?? () }
      let isLate = (try? await clock.sleep(for: Self.graceForReading)) != nil
      self?.warnOfUnreadKeys(isLate: isLate)
    }
    configuration.keep(task)
  }

  private var hasOpenKeys: Bool { !configuration.unread(readers).open.isEmpty }

  private func warnOfUnreadKeys(isLate: Bool) {
    let unread = configuration.unread(readers)
    configuration.warn(of: unread.certain + (isLate ? unread.open : []))
  }

  /// The sections of all modules and functions, and how far each is.
  private var readers: [String: UnreadKeys.Reader] {
    let host = current?.host
    let settled = host?.driver?.read { machine in
      machine.wiring.modules.indices.map { module in
        machine.launchOutcome(of: module) == .succeeded
          && machine.wiring.modules[module].nodes.allSatisfy { machine.nodes[$0].outcome != nil }
      }
    }
    var readers: [String: UnreadKeys.Reader] = [:]
    for manifest in inventory.manifests {
      let module = host?.assembly.index(of: manifest.name)
      let isSettled = module.flatMap { settled?[$0] } == true
      let begins = !manifest.runs.isEmpty || !manifest.handlers.isEmpty
      let reader: UnreadKeys.Reader = isSettled ? begins ? .beginning : .settled : .later
      readers[manifest.name.rawValue] = min(reader, readers[manifest.name.rawValue] ?? reader)
    }
    return readers
  }
}
