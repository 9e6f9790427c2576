// SPDX-License-Identifier: Apache-2.0

package import GantryCore

/// The memory behind a `gantry_call *`: a few words on the stack, because handlers of life-cycle
/// events run often. The rest is made when the function asks for it.
package struct CCall {
  /// A function written in C; it may keep its pointer only while it runs.
  package typealias Body = @convention(c) @Sendable (OpaquePointer) -> Void

  private let context: UnsafePointer<ModuleContext>
  /// Reads the input of the call; nil for a launch task and for a call that was retained.
  private let reader: Unmanaged<InputReader>?
  private let input: UnsafeRawPointer?
  private var state: State?

  /// Calls a function.
  ///
  /// - Parameters:
  ///   - body: The function.
  ///   - context: The context of its module.
  ///   - reader: Reads `input`; nil if there is none.
  ///   - input: The event or the call of a route, valid during this call.
  /// - Returns: The function's answer; nil if it gave none.
  /// - Throws: ``CFailure`` if the function failed, or the input couldn't be read.
  @inline(__always)
  static func run(
    _ body: Body, _ context: borrowing ModuleContext, _ reader: InputReader? = nil,
    _ input: UnsafeRawPointer? = nil
  ) throws(CFailure) -> String? {
    let state = withUnsafePointer(to: context) { context in
      var call = CCall(
        context: context, reader: reader.map { .passUnretained($0) }, input: input, state: nil)
      withUnsafeMutablePointer(to: &call) { body(OpaquePointer($0)) }
      return call.state
    }
    guard let state else { return nil }
    if let failure = state.failure { throw CFailure(description: failure) }
    return state.answer
  }

  /// Calls a function with an event or the call of a route.
  ///
  /// A closure inside a body that is isolated to the main actor would check its executor at each
  /// call, which takes as long as the rest. This function's closure is isolated to nothing.
  @inline(__always)
  static func run<Input>(
    _ body: Body, _ context: borrowing ModuleContext, _ reader: InputReader, on input: Input
  ) throws(CFailure) -> String? {
    try withUnsafePointer(to: input) { address throws(CFailure) in
      try run(body, context, reader, address)
    }
  }

  /// Returns what a pointer of a C function points to.
  private static func at(_ call: OpaquePointer) -> UnsafeMutablePointer<CCall> {
    UnsafeMutablePointer(call)
  }

  /// The context of the function's module.
  static func context(of call: OpaquePointer) -> ModuleContext { at(call).pointee.context.pointee }

  /// The state of a call, made when the function first needs one.
  static func state(of call: OpaquePointer) -> State {
    if let state = at(call).pointee.state { return state }
    let state = State()
    at(call).pointee.state = state
    return state
  }

  /// The input of a call, read when the function first asks for it; nil if there is none.
  static func input(of call: OpaquePointer) -> CInput? {
    guard let reader = at(call).pointee.reader, let address = at(call).pointee.input else {
      return nil
    }
    let state = state(of: call)
    if let input = state.input { return input }
    do {
      let input = try reader.takeUnretainedValue().read(address)
      state.input = input
      return input
    } catch {
      state.failure = "\(error)"
      return nil
    }
  }

  /// Makes a call that has only a context, and is valid until it is released.
  static func retain(_ call: OpaquePointer) -> OpaquePointer { retained(context(of: call)) }

  /// Makes a call for a module, which is valid until it is released.
  package static func retained(_ module: ModuleContext) -> OpaquePointer {
    let context = UnsafeMutablePointer<ModuleContext>.allocate(capacity: 1)
    context.initialize(to: module)
    let retained = UnsafeMutablePointer<CCall>.allocate(capacity: 1)
    retained.initialize(
      to: CCall(context: UnsafePointer(context), reader: nil, input: nil, state: State()))
    return OpaquePointer(retained)
  }

  /// Frees a call that was retained.
  package static func release(_ call: OpaquePointer) {
    let context = UnsafeMutablePointer(mutating: at(call).pointee.context)
    context.deinitialize(count: 1).deallocate()
    at(call).deinitialize(count: 1).deallocate()
  }
}

extension CCall {
  /// The part of a call that few functions need. Its texts live as long as the call.
  final class State {
    var input: CInput?
    var failure: String?
    var answer: String?
    private var texts: [UnsafeMutablePointer<CChar>] = []

    /// Copies a text for C.
    func keep(_ text: String) -> UnsafePointer<CChar> {
      let bytes = text.utf8CString
      let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
      _ = copy.initialize(from: bytes)
      guard let start = copy.baseAddress else { preconditionFailure("a C string has a last byte") }
      texts.append(start)
      return UnsafePointer(start)
    }

    deinit {
      for text in texts { text.deallocate() }
    }
  }
}

/// Reads the input of one kind of call.
final class InputReader: Sendable {
  /// Reads the value at an address.
  let read: @Sendable (UnsafeRawPointer) throws -> CInput

  init(_ read: @escaping @Sendable (UnsafeRawPointer) throws -> CInput) { self.read = read }
}

/// The reason that a C function gave for its failure.
struct CFailure: Error, CustomStringConvertible {
  let description: String
}
