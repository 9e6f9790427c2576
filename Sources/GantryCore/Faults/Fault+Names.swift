// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

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

  /// Modules, functions or closures share a name; or one of them was added several times.
  static func sharedName(_ name: ModuleName, declaredAt locations: [String]) -> Fault {
    let isOne = Set(locations).count == 1 && locations[0] != ""
    let count = locations.count == 2 ? "two" : "\(locations.count)"
    return Fault(
      "duplicateName",
      isOne
        ? "\(name) (\(locations[0])) was added \(locations.count) times. Add it once."
        : """
        \(count) modules or functions are named \(name): \(Wording.list(locations, "and")). Give all \
        but one of them another name: with `name:` in the attribute, or by renaming the function.
        """, modules: [name], at: locations)
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

extension Fault {
  /// A module that only observes has services, results of tasks or routes, which others may need.
  static func observerWithOffers(_ manifest: ModuleManifest) -> Fault {
    let offers = manifest.offers.map(\.type.name) + manifest.routes.map { "the route \($0.name)" }
    return Fault(
      "observerWithOffers",
      """
      \(manifest.name) (\(manifest.declaredAt)) only observes, but offers \
      \(Wording.list(offers, "and")). Safe mode never leaves out such a module, so nothing may depend \
      on it. Remove `observesOnly: true`, or move what it offers to another module.
      """, modules: [manifest.name], at: [manifest.declaredAt])
  }
}
