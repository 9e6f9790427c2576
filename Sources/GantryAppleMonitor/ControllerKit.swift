// SPDX-License-Identifier: Apache-2.0

package import GantryApple
package import GantryMonitor

/// A method of view controllers that is a phase of a page.
package struct ControllerMethod: Sendable, Hashable {
  /// The phase.
  package let phase: PagePhase
  /// The method's name in Objective-C.
  package let selector: String

  /// Whether it takes an argument that says if the change is animated.
  var takesFlag: Bool { selector.hasSuffix(":") }
  var encoding: String { takesFlag ? "v20@0:8B16" : "v16@0:8" }
  var code: CodeRef? { ControllerCode.of(phase, takesFlag: takesFlag) }
}

/// The view controllers of a framework: their base class, and their phases.
package struct ControllerKit: Sendable {
  /// The Objective-C runtime.
  package var runtime: any DelegateRuntime
  /// The class that all controllers derive from.
  package var base: ClassRef
  /// The methods that are timed.
  package var methods: [ControllerMethod]

  /// Describes a kit.
  package init(runtime: any DelegateRuntime, base: ClassRef, methods: [ControllerMethod]) {
    self.runtime = runtime
    self.base = base
    self.methods = methods
  }

  private static let loading = [
    ControllerMethod(phase: .loadView, selector: "loadView"),
    ControllerMethod(phase: .load, selector: "viewDidLoad"),
  ]

  /// The methods of UIKit's controllers.
  package static let methodsOfUIKit =
    loading + [
      ControllerMethod(phase: .willAppear, selector: "viewWillAppear:"),
      ControllerMethod(phase: .isAppearing, selector: "viewIsAppearing:"),
      ControllerMethod(phase: .didAppear, selector: "viewDidAppear:"),
      ControllerMethod(phase: .willDisappear, selector: "viewWillDisappear:"),
      ControllerMethod(phase: .didDisappear, selector: "viewDidDisappear:"),
    ]

  /// The methods of AppKit's controllers.
  package static let methodsOfAppKit =
    loading + [
      ControllerMethod(phase: .willAppear, selector: "viewWillAppear"),
      ControllerMethod(phase: .didAppear, selector: "viewDidAppear"),
      ControllerMethod(phase: .willDisappear, selector: "viewWillDisappear"),
      ControllerMethod(phase: .didDisappear, selector: "viewDidDisappear"),
    ]

  /// The methods of this system's controllers.
  static var methodsOfSystem: [ControllerMethod] {
    DelegateKit.current == .uiKit ? methodsOfUIKit : methodsOfAppKit
  }

  /// Whether a class is generic or derives from a generic one.
  func isGeneric(_ type: ClassRef) -> Bool {
    var next: ClassRef? = type
    while let here = next, here != base {
      let name = runtime.name(of: here)
      if name.hasPrefix("_TtG") || name.contains("<") { return true }
      next = runtime.superclass(of: here)
    }
    return false
  }
}

/// One of the initializers that make every controller.
enum ControllerInitializer: String, CaseIterable {
  case plain = "init"
  case coder = "initWithCoder:"
  case nib = "initWithNibName:bundle:"

  var encoding: String {
    switch self {
    case .plain: "@16@0:8"
    case .coder: "@24@0:8@16"
    case .nib: "@32@0:8@16@24"
    }
  }
}

/// The C functions that replace methods.
///
/// Each one knows its own method, whatever name it is called by, since libraries exchange the names
/// of methods.
enum ControllerCode {
  typealias Plain = @convention(c) (UInt, UInt) -> Void
  typealias Flagged = @convention(c) (UInt, UInt, Bool) -> Void
  typealias Init0 = @convention(c) (UInt, UInt) -> UInt
  typealias Init1 = @convention(c) (UInt, UInt, UInt) -> UInt
  typealias Init2 = @convention(c) (UInt, UInt, UInt, UInt) -> UInt

  private static let plain: [PagePhase: Plain] = [
    .loadView: { run(.loadView, $0, $1) }, .load: { run(.load, $0, $1) },
    .willAppear: { run(.willAppear, $0, $1) }, .didAppear: { run(.didAppear, $0, $1) },
    .willDisappear: { run(.willDisappear, $0, $1) },
    .didDisappear: { run(.didDisappear, $0, $1) },
  ]
  private static let flagged: [PagePhase: Flagged] = [
    .willAppear: { run(.willAppear, $0, $1, $2) }, .isAppearing: { run(.isAppearing, $0, $1, $2) },
    .didAppear: { run(.didAppear, $0, $1, $2) },
    .willDisappear: { run(.willDisappear, $0, $1, $2) },
    .didDisappear: { run(.didDisappear, $0, $1, $2) },
  ]

  private static let init0: Init0 = { me, name in
    ControllerPages.make(.plain, me) { unsafeBitCast($0, to: Init0.self)(me, name) }
  }
  private static let init1: Init1 = { me, name, coder in
    ControllerPages.make(.coder, me) { unsafeBitCast($0, to: Init1.self)(me, name, coder) }
  }
  private static let init2: Init2 = { me, name, nib, bundle in
    ControllerPages.make(.nib, me) { unsafeBitCast($0, to: Init2.self)(me, name, nib, bundle) }
  }
  private static let stated: Init0 = { me, _ in ControllerPages.statedClass(at: me) }

  private static func run(_ phase: PagePhase, _ me: UInt, _ name: UInt) {
    ControllerPages.run(phase, me) { unsafeBitCast($0, to: Plain.self)(me, name) }
  }

  private static func run(_ phase: PagePhase, _ me: UInt, _ name: UInt, _ flag: Bool) {
    ControllerPages.run(phase, me) { unsafeBitCast($0, to: Flagged.self)(me, name, flag) }
  }

  static func of(_ phase: PagePhase, takesFlag: Bool) -> CodeRef? {
    let word =
      takesFlag
      ? flagged[phase].map { unsafeBitCast($0, to: UInt.self) }
      : plain[phase].map { unsafeBitCast($0, to: UInt.self) }
    return word.map { CodeRef($0) }
  }

  static func of(_ initializer: ControllerInitializer) -> CodeRef {
    switch initializer {
    case .plain: CodeRef(unsafeBitCast(init0, to: UInt.self))
    case .coder: CodeRef(unsafeBitCast(init1, to: UInt.self))
    case .nib: CodeRef(unsafeBitCast(init2, to: UInt.self))
    }
  }

  /// The function by which a timed object states its original class.
  static var ofStatedClass: CodeRef { CodeRef(unsafeBitCast(stated, to: UInt.self)) }
}
