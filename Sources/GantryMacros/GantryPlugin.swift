// SPDX-License-Identifier: Apache-2.0

import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plug-in with the macros that Gantry declares.
@main
struct GantryPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ModuleMacro.self, LaunchMacro.self, OnMacro.self, RunMacro.self, ShutdownMacro.self,
    ProvidesMacro.self, InjectMacro.self, RouteMacro.self, RoutePatternMacro.self,
    InterceptMacro.self, NotFromURLMacro.self,
  ]
}
