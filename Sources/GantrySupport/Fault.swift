// SPDX-License-Identifier: Apache-2.0

/// A mistake in the declarations, found before anything runs.
///
/// ```swift
/// for fault in application.check() { print(fault) }
/// ```
public struct Fault: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The kind, in one word that never changes, such as `cycle` or `missingProvider`.
  public let kind: String
  /// The problem, its source location, and how to fix it.
  public let message: String
  /// The linked modules and functions that it concerns, sorted; empty for a fault of the whole app.
  public package(set) var modules: [ModuleName]
  /// The source locations that it concerns, as `file:line`, or as a file and the key path in it.
  public let locations: [String]
  /// The code by which a test provides something that is missing; it isn't part of the JSON.
  package let stub: String?

  private enum CodingKeys: String, CodingKey { case kind, message, modules, locations }

  /// Creates a fault.
  ///
  /// - Parameters:
  ///   - kind: The kind, in one word.
  ///   - message: The problem, its source location, and how to fix it.
  ///   - modules: The modules, functions and tasks that it concerns.
  ///   - locations: The source locations; empty ones are left out.
  ///   - stub: The code by which a test provides something that is missing.
  package init(
    _ kind: String, _ message: String, modules: [ModuleName] = [], at locations: [String] = [],
    stub: String? = nil
  ) {
    self.kind = kind
    self.message = message
    self.modules = modules
    self.locations = locations.filter { !$0.isEmpty }
    self.stub = stub
  }

  /// Decodes a fault; without lists, it has neither modules nor source locations.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode(String.self, forKey: .kind),
      try values.decode(String.self, forKey: .message),
      modules: try values.decodeIfPresent([ModuleName].self, forKey: .modules) ?? [],
      at: try values.decodeIfPresent([String].self, forKey: .locations) ?? [])
  }

  /// The message.
  public var description: String { message }
}

extension Fault {
  /// The number of cycles in a message: a dense graph has thousands, and removing an edge from the
  /// first few changes the rest.
  private static let cyclesShown = 20

  /// Returns the messages of faults for a list: all faults, but only the first of very many cycles.
  ///
  /// - Parameter faults: The faults, in the order in which to list them.
  package static func texts(of faults: [Fault]) -> [String] {
    var cycles = 0
    var texts: [String] = []
    for fault in faults {
      if fault.kind == "cycle" { cycles += 1 }
      if cycles <= cyclesShown || fault.kind != "cycle" { texts.append(fault.message) }
    }
    if cycles > cyclesShown {
      texts.append(
        """
        There are \(cycles - cyclesShown) more cycles, none shorter than these. Break these first, \
        and check again.
        """)
    }
    return texts
  }
}
