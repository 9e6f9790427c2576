// SPDX-License-Identifier: Apache-2.0

internal import GantryText

/// A fault of a declaration in C, C++ or Objective-C, which Swift's compiler doesn't see.
@nonexhaustive
public enum ForeignFault: Sendable, Hashable {
  /// A handler names a life-cycle event that doesn't exist.
  case unknownEvent(String, near: [String])
  /// An option has no meaning for this macro, such as `.once` for a launch task.
  case unusedOption(String, macro: String)
  /// The number of an option stands for nothing.
  case unknownValue(Int, option: String)
  /// The source file was compiled with another version of `GantryC.h` than the linked library.
  case otherHeader
  /// No linked library has the class of a module in Objective-C.
  case missingClass(String)
  /// The class of a module in Objective-C doesn't adopt the protocol `GantryModule`.
  case noModuleClass(String)
  /// A class implements a method of a delegate that isn't called on modules in Objective-C.
  case unheardMethod(String)
  /// A class implements a method of a delegate with other types than the system's.
  case otherTypes(method: String)
}

extension ForeignFault {
  /// The kind of fault, in one word that never changes.
  var kind: String {
    switch self {
    case .unknownEvent: "unknownEvent"
    case .unusedOption: "unusedOption"
    case .unknownValue: "unknownValue"
    case .otherHeader: "otherHeader"
    case .missingClass: "missingClass"
    case .noModuleClass: "noModuleClass"
    case .unheardMethod: "unheardMethod"
    case .otherTypes: "otherTypes"
    }
  }
}

extension ForeignFault: CustomStringConvertible {
  /// The problem and how to fix it, to follow the name of the declaration.
  public var description: String {
    switch self {
    case .unknownEvent(let event, let near):
      """
      handles "\(event)", which isn't a life-cycle event.\(Wording.near(near)) \
      Correct the name, or begin it with a lowercase letter if it is a name of your own.
      """
    case .unusedOption(let option, let macro):
      "has the option .\(option), which \(macro) doesn't use. Remove it."
    case .unknownValue(let value, let option):
      "has the option .\(option) = \(value), which stands for nothing. Use a name of GantryC.h."
    case .otherHeader:
      """
      was compiled with another version of GantryC.h than the linked library. \
      Compile it again with the library's own header.
      """
    case .missingClass(let type):
      "is the class \(type), which no linked library has. Link the file with its @implementation."
    case .noModuleClass(let type):
      """
      is the class \(type), which doesn't adopt the protocol GantryModule. \
      Add <GantryModule> to its @interface.
      """
    case .unheardMethod(let method):
      """
      implements \(method), which isn't called on modules in Objective-C. \
      Handle its event in a Swift module, or implement it in the app's delegate.
      """
    case .otherTypes(let method):
      """
      implements \(method) with other types than the system calls it with. \
      Copy the declaration from the delegate's protocol.
      """
    }
  }
}
