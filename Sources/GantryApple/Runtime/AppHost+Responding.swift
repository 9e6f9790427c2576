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
      guard let row = DelegateMethodRow.bySelector[selector] else { return true }
      return answers.responds(
        to: row,
        isOverridden: class_getMethodImplementation(type(of: delegate), selector)
          != class_getMethodImplementation(base, selector))
    }
  }

  extension DelegateMethodRow {
    /// The rows of the system's delegates: the system asks for many methods each time it is given a
    /// delegate.
    static let bySelector = Dictionary(
      all(of: .current).map { (NSSelectorFromString($0.selector), $0) },
      uniquingKeysWith: { first, _ in first })
  }
#endif
