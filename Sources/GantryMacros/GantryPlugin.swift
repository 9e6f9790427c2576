// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plug-in with the macros that Gantry declares.
@main
struct GantryPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ModuleMacro.self, LaunchMacro.self, OnMacro.self, RunMacro.self, ShutdownMacro.self,
    ProvidesMacro.self, InjectMacro.self, RouteMacro.self, RoutePatternMacro.self,
    TimedMacro.self,
  ]
}
