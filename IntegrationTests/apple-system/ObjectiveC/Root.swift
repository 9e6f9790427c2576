// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct Selector: Hashable, Sendable {
  public let name: String

  public init(_ name: String) { self.name = name }
}

public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }

public func NSStringFromSelector(_ selector: Selector) -> String { selector.name }

public func class_getMethodImplementation(
  _ type: AnyClass?, _ selector: Selector
) -> OpaquePointer? {
  type.flatMap { Classes.method(selector.name, of: Classes.word(of: $0)) }
    .flatMap { OpaquePointer(bitPattern: $0.method.code) }
}

/// In place of the class that Foundation has here, too.
@MainActor open class Root {
  public init() {}

  open nonisolated func responds(to aSelector: Selector?) -> Bool {
    let type = Classes.word(of: Swift.type(of: self))
    return aSelector.map { Classes.method($0.name, of: type) != nil } ?? false
  }
}
