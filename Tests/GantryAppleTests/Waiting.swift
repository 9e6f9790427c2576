// SPDX-License-Identifier: Apache-2.0

import Testing

/// Waits until something holds: notifications may reach the main actor later.
@MainActor
func waits(
  _ sourceLocation: SourceLocation = #_sourceLocation, until isDone: () -> Bool
) async {
  // Only so that a fault ends the test; nothing depends on how long it takes.
  let end = ContinuousClock.now + .seconds(120)
  while !isDone() {
    guard ContinuousClock.now < end else {
      Issue.record("it never comes", sourceLocation: sourceLocation)
      return
    }
    await Task.yield()
  }
}
