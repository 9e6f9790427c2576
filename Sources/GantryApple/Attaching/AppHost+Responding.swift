// SPDX-License-Identifier: Apache-2.0

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
      guard let row = DelegateMethodRow.of(selector) else { return true }
      // Asked each time: a library may have added the method to the class meanwhile.
      return answers.responds(
        to: row,
        isOverridden: class_getMethodImplementation(type(of: delegate), selector)
          != class_getMethodImplementation(base, selector))
    }
  }

  extension DelegateMethodRow {
    /// The rows of the system's delegates.
    private static let bySelector = SelectorTable(
      all(of: .current).map { (word(NSSelectorFromString($0.selector)), $0) })

    /// The row of a method of the system's delegates; nil for another method.
    static func of(_ selector: Selector) -> DelegateMethodRow? { bySelector[word(selector)] }

    /// The address of a name, which is all that a selector is.
    private static func word(_ selector: Selector) -> UInt {
      unsafeBitCast(selector, to: UInt.self)
    }
  }
#endif
