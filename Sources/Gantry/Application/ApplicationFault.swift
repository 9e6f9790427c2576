// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Something wrong with what was declared, found before anything runs.
@nonexhaustive
public enum ApplicationFault: Sendable, Hashable {
  /// Two or more modules have one name.
  case duplicateModule(name: ModuleName, declaredAt: [String])
  /// An edge, a cycle, a name or a stage.
  case launch(LaunchFault)
  /// A service without a provider, or with too many.
  case wiring(WiringFault)
  /// `GANTRY_ONLY` or `only:` names a module that is not linked.
  case unknownOnly(name: ModuleName, near: [ModuleName])
  /// A ``ModuleList`` names a module that is not linked.
  case unknownListed(name: ModuleName, declaredAt: String, near: [ModuleName])
}
