// SPDX-License-Identifier: Apache-2.0

internal import GantryText

/// The faults of names: of modules and functions, in lists, and in `only:`.
extension Fault {
  /// Several images of the process have a copy of Gantry of their own.
  static func severalCopies(images: [String]) -> Fault {
    Fault(
      "severalCopies",
      """
      the process has \(images.count) copies of Gantry, in \(Wording.list(images, "and")). Modules of \
      one can't be started by another. Link Gantry in one framework, and let the others depend on it.
      """)
  }

  /// Several modules share a name.
  static func duplicateModule(name: ModuleName, declaredAt locations: [String]) -> Fault {
    let isOne = Set(locations).count == 1 && locations[0] != ""
    let count = locations.count == 2 ? "two" : "\(locations.count)"
    return Fault(
      "duplicateModule",
      isOne
        ? "\(name) (\(locations[0])) was added \(locations.count) times. Add the module once."
        : """
        \(count) modules are named \(name): \(Wording.list(locations, "and")). \
        Give one of them another name with `@Module(name:)`.
        """, modules: [name], at: locations)
  }

  /// A function was added more than once, or closures of one file share a name.
  static func duplicateFunction(name: ModuleName, declaredAt locations: [String]) -> Fault {
    Fault(
      "duplicateFunction",
      "\(name) is declared more than once: at \(Wording.list(locations, "and")). Rename all but one.",
      modules: [name], at: locations)
  }

  /// A name that is used could mean several functions; `user` is the module that uses it.
  static func ambiguousName(
    _ name: ModuleName, usedAt location: String, by user: ModuleName? = nil,
    meanings: [ModuleName]
  ) -> Fault {
    Fault(
      "ambiguousName",
      """
      \(name), used in \(location), may be \(Wording.list(meanings.map(\.rawValue), "or")). \
      Write one of these.
      """, modules: meanings + [user].compactMap(\.self), at: [location])
  }

  /// `GANTRY_ONLY` or `only:` names a module that is not linked.
  static func unknownOnly(name: ModuleName, near: [ModuleName]) -> Fault {
    Fault(
      "unknownOnly",
      """
      \(name) was asked for by `only:` or GANTRY_ONLY but is not linked.\
      \(Wording.near(near.map(\.rawValue))) Link its target, or correct the name.
      """)
  }

  /// A ``ModuleList`` names a module or task that is not linked.
  static func unknownListed(name: ModuleName, declaredAt: String, near: [ModuleName]) -> Fault {
    Fault(
      "unknownListed",
      """
      \(Wording.excerpt("\(name)")) is named in the module list (\(declaredAt)) but is not linked.\
      \(Wording.near(near.map(\.rawValue))) Link its target, or correct the name.
      """, at: [declaredAt])
  }

  /// Two entries of a ``ModuleList`` mean the same module, by two of its names.
  static func listedTwice(name: ModuleName, declaredAt locations: [String]) -> Fault {
    Fault(
      "listedTwice",
      """
      \(name) is in the module list twice, under two names: \
      \(locations.joined(separator: " and ")). Remove one of the entries.
      """, modules: [name], at: locations)
  }
}
