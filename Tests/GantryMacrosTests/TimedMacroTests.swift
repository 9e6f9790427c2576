// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct TimedMacroTests {
  @Test func `a function gets a timer around its body`() {
    expectExpansion(
      of: """
        struct Store {
          @Timed func find(_ text: String, in list: [String]) -> Bool {
            let found = list.contains(text)
            return found
          }
        }
        """,
      is: """
        struct Store {
          func find(_ text: String, in list: [String]) -> Bool {
            let __macro_local_6timingfMu_ = GantryMonitor.TimedCall("Orders.Store.find(_:in:) Orders/OrdersModule.swift:2")
            defer {
              __macro_local_6timingfMu_.end()
            }
            #sourceLocation(file: "OrdersModule.swift", line: 3)
            let found = list.contains(text)
            return found
            #sourceLocation()
          }
        }
        """)
  }

  @Test func `a throwing function reports its error`() {
    expectExpansion(
      of: "@Timed func read() throws(ReadError) -> Int { try file.count }",
      is: """
        func read() throws(ReadError) -> Int {
          var __macro_local_6timingfMu_ = GantryMonitor.TimedCall("Orders.read() Orders/OrdersModule.swift:1")
          defer {
            __macro_local_6timingfMu_.end()
          }
          do throws(ReadError) {
            try GantryMonitor.TimedCall.mayThrow((ReadError).self)
            #sourceLocation(file: "OrdersModule.swift", line: 1)
            return try file.count
            #sourceLocation()
          } catch {
            __macro_local_6timingfMu_.failed(error)
            throw error
          }
        }
        """)
  }

  /// A function, and a line of its expansion.
  @Test(arguments: [
    ("@Timed func f() -> Int { 3 }", "return 3"),
    ("@Timed func f() -> Int { return 3 }", "return 3"),
    ("@Timed func f() -> Int { if a { 1 } else { 2 } }", "return if a {"),
    ("@Timed func f() -> Int { if a { return 1 } else { return 2 } }", "  if a { return 1 } else"),
    (
      "@Timed func f() -> Int { switch a { case 1: 2 default: b { return 3 } } }",
      "return switch a {"
    ),
    ("@Timed func f() -> Void { g() }", "  g()"),
    ("@Timed func f() { list.removeLast() }", "  list.removeLast()"),
    ("@Timed func f() {}", "  __macro_local_6timingfMu_.end()"),
    ("@Timed func f() throws {}", "  __macro_local_6timingfMu_.end()"),
    ("@Timed func f() throws { g() }", "do throws(any Error) {"),
    ("@Timed func f(_ g: () throws -> Int) rethrows -> Int { try g() }", "  return try g()"),
    (
      "class A { @Timed init(a: Int) { b() } }", "\"Orders.A.init(a:) Orders/OrdersModule.swift:1\""
    ),
    ("class A { @Timed deinit { b() } }", "\"Orders.A.deinit Orders/OrdersModule.swift:1\""),
    ("extension A.B { @Timed func `in`() { b() } }", "\"Orders.A.B.in() Orders/"),
    ("extension A<B, C> { @Timed func f() { b() } }", "\"Orders.A<B,C>.f() Orders/"),
    ("func f() { @Timed func g() { b() } }", "\"Orders.f().g() Orders/"),
  ])
  func `the body stays unchanged`(source: String, line: String) {
    let expansion = Expansion(source)
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(line), "\(expansion.text)")
  }

  @Test func `marking a type marks its functions and initializers with a body`() {
    let text = Expansion(
      """
      @Timed(.functions) class A {
        var a = 1
        var b: Int { 2 }
        init() { a = 2 }
        @Timed func f() { a = 3 }
        func g() { a = 4 }
        class B { func h() {} }
      }
      """
    ).text
    #expect(text.components(separatedBy: "GantryMonitor.TimedCall(").count == 4, "\(text)")
    for name in ["A.init()", "A.f()", "A.g()"] {
      #expect(text.contains("\(name) ") || text.contains("\(name)\""), "\(text)")
    }
  }

  /// A misuse, its message, and the source after the fix.
  @Test(arguments: [
    (
      "protocol P {\n  @Timed func f()\n}",
      "2: 'f()' has no body to time: mark the functions that implement it with @Timed"
        + " | remove @Timed", "protocol P {\n  func f()\n}"
    ),
    (
      "@Timed(.functions) protocol P {}",
      "1: protocol 'P' has no bodies to time: mark the types that conform with @Timed"
        + " | remove @Timed", "protocol P {}"
    ),
    (
      "@Timed\nstruct A {}",
      "1: @Timed times one function: for a whole type, use @Timed(.functions)"
        + " | use @Timed(.functions)", "@Timed(.functions)\nstruct A {}"
    ),
    (
      "@Timed(.functions) func f() { g() }",
      "1: @Timed(.functions) is for types: for function 'f()', use @Timed | use @Timed",
      "@Timed func f() { g() }"
    ),
    (
      "struct A {\n  @Timed public var a: Int { 3 }\n}",
      "2: @Timed times functions and initializers: move the code to"
        + " time into its own function | remove @Timed", "struct A {\n  public var a: Int { 3 }\n}"
    ),
    (
      "struct A {\n  @available(*, deprecated) @Timed subscript(a: Int) -> Int { 3 }\n}",
      "2: @Timed times functions and initializers: move the code to"
        + " time into its own function | remove @Timed",
      "struct A {\n  @available(*, deprecated) subscript(a: Int) -> Int { 3 }\n}"
    ),
  ])
  func `every misuse has its message and its fix`(source: String, message: String, fixed: String) {
    #expect(Expansion(source).messages == [message])
    #expect(Expansion(source).fixed == fixed)
    #expect(Expansion(fixed).messages == [])
  }
}
