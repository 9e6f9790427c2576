// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax

/// The isolation of a function, as far as an expansion can know it.
enum FunctionIsolation {
  /// Synchronous, on the main actor or nowhere: its own type tells which, in the expansion.
  case toldByType
  /// Of an actor, or asynchronous: called with `await` from the background.
  case background

  init(_ function: FunctionDeclSyntax, in module: ModuleDeclaration? = nil) {
    self = function.isAsync || Self.isOnOtherActor(function, in: module) ? .background : .toldByType
  }

  /// Whether a function belongs to an actor that is not the main one.
  static func isOnOtherActor(_ function: FunctionDeclSyntax, in module: ModuleDeclaration?) -> Bool
  {
    isOnOtherActor(
      function, inActor: module?.isActor ?? false,
      typeAttributes: module?.attributes ?? AttributeListSyntax([]))
  }

  /// Whether it is written that a function belongs to the main actor.
  static func isOnMainActor(_ function: FunctionDeclSyntax, in module: ModuleDeclaration?) -> Bool {
    guard !function.isNonisolated, !isOnOtherActor(function, in: module) else { return false }
    return [function.attributes, module?.attributes].contains { $0?.globalActors.isEmpty == false }
  }

  static func isOnOtherActor(
    _ function: FunctionDeclSyntax, inActor: Bool, typeAttributes: AttributeListSyntax
  ) -> Bool {
    if function.isNonisolated { return false }
    if !function.attributes.globalActors.isEmpty { return function.attributes.hasCustomActor }
    return inActor || typeAttributes.hasCustomActor
  }
}
