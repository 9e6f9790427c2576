// SPDX-License-Identifier: Apache-2.0

@testable import GantryApple

/// The hosts of earlier tests.
///
/// While something still holds one, it observes the scenes of this process, and would attach to their delegates before
/// the host of the test that runs.
@MainActor enum EarlierHosts {
  private struct Known {
    weak let host: AppHost?
  }

  private static var known: [Known] = []

  /// Adds a host to those that ``end(except:)`` ends.
  static func add(_ host: AppHost) { known.append(Known(host: host)) }

  /// Ends what all hosts but that of the test observe, and adds that host.
  static func end(except host: AppHost) {
    for earlier in known where earlier.host !== host { earlier.host?.observations = [] }
    known = [Known(host: host)]
  }
}
