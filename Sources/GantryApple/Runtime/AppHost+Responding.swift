// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

#if canImport(ObjectiveC)
  internal import Foundation
  internal import ObjectiveC

  extension AppHost {
    /// Whether the system is told of a method that a delegate has.
    ///
    /// - Parameters:
    ///   - selector: The method.
    ///   - delegate: The delegate.
    ///   - base: The class of this library that implements it for modules.
    nonisolated func responds(
      to selector: Selector, _ delegate: AnyObject, below base: AnyClass
    ) -> Bool {
      guard let row = DelegateMethodRow.named(NSStringFromSelector(selector), in: answers.kit)
      else { return true }
      let own = class_getMethodImplementation(type(of: delegate), selector)
      let isOverridden = own != class_getMethodImplementation(base, selector)
      return answers.responds(to: row.method, isOverridden: isOverridden)
    }
  }
#endif
