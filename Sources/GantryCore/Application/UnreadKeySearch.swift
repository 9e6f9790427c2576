// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// Looks for the sections and keys of the configuration file that nothing has read.
struct UnreadKeySearch: Sendable {
  /// The time in which work and handlers that begin around *ready* read their configuration.
  private static let grace = Duration.seconds(1)

  let configuration: ApplicationConfiguration
  let clock: any Clock<Duration>
  /// Returns the sections of all modules and functions, and how far each is; nil if the application
  /// is gone.
  let readers: @Sendable () -> [String: UnreadKeys.Reader]?

  /// Warns once of the sections and keys that nothing has read.
  ///
  /// If only work or handlers that have just begun may still read some of them, it waits for a second,
  /// or until the application stops.
  func begin() {
    guard configuration.file != nil else { return }
    let task = Task.detached { [self] in
      guard let open = readers().map({ configuration.unread($0).open }), !open.isEmpty else {
        return warn(isLate: false)
      }
      warn(isLate: (try? await clock.sleep(for: Self.grace)) != nil)
    }
    configuration.keep(task)
  }

  private func warn(isLate: Bool) {
    guard let readers = readers() else { return }
    let unread = configuration.unread(readers)
    configuration.warn(of: unread.certain + (isLate ? unread.open : []))
  }
}

extension Inventory {
  /// Returns the sections of all modules and functions, and how far each is.
  ///
  /// - Parameter host: The host of the current run; nil if there is none.
  func readers(in host: ModuleHost?) -> [String: UnreadKeys.Reader] {
    let settled = host?.driver?.read { machine in
      machine.wiring.modules.indices.map { module in
        machine.launchOutcome(of: module) == .succeeded
          && machine.wiring.modules[module].nodes.allSatisfy { machine.nodes[$0].outcome != nil }
      }
    }
    var readers: [String: UnreadKeys.Reader] = [:]
    for manifest in manifests {
      let module = host?.assembly.index(of: manifest.name)
      let isSettled = module.flatMap { settled?[$0] } == true
      let begins = !manifest.runs.isEmpty || !manifest.handlers.isEmpty
      let reader: UnreadKeys.Reader = isSettled ? begins ? .beginning : .settled : .later
      readers[manifest.name.rawValue] = min(reader, readers[manifest.name.rawValue] ?? reader)
    }
    return readers
  }
}
