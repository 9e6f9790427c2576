// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchFault {
  /// How many cycles a message names: a dense graph has thousands, and removing an edge of the
  /// first ones changes the rest.
  static let cyclesShown = 20

  /// The texts of faults in a message: of each fault, and of very many cycles the first.
  ///
  /// - Parameter faults: The faults, in the order in which they are listed.
  package static func texts(of faults: [LaunchFault]) -> [String] {
    texts(of: faults) { fault in
      if case .cycle = fault { true } else { false }
    }
  }

  /// The same for faults of several kinds.
  ///
  /// - Parameters:
  ///   - faults: In the order in which they are told.
  ///   - isCycle: Whether a fault is a cycle.
  package static func texts<Fault: CustomStringConvertible>(
    of faults: [Fault], isCycle: (Fault) -> Bool
  ) -> [String] {
    var cycles = 0
    var texts: [String] = []
    for fault in faults {
      if isCycle(fault) { cycles += 1 }
      if cycles <= cyclesShown || !isCycle(fault) { texts.append(fault.description) }
    }
    if cycles > cyclesShown {
      texts.append(
        """
        There are \(cycles - cyclesShown) more cycles, none shorter than those. Remove edges of \
        those first, and check again.
        """)
    }
    return texts
  }
}
