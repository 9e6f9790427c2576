// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Times a function, initializer or deinitializer while ``Timing`` is switched on.
///
/// ```swift
/// @Timed func search(_ text: String) async throws -> [Hit] { … }
/// ```
///
/// Use it for code that no engine calls: pages, tasks, handlers and routes are timed without it. It
/// works for functions that are synchronous, asynchronous, generic, static, throwing (errors are
/// counted apart), and of any isolation; not for accessors and subscripts, which the
/// language gives no such macro. The time of an asynchronous function has its waits in it.
@attached(body)
@attached(peer)
public macro Timed() = #externalMacro(module: "GantryMacros", type: "TimedMacro")

/// Times all functions, initializers and the deinitializer written in the braces of a type or extension.
///
/// ```swift
/// @Timed(.functions) actor Index {
///   func add(_ page: Page) { … }
/// }
/// ```
///
/// - Parameter members: The members to time; Swift needs an argument here, to tell
///   this macro from that of functions.
@attached(memberAttribute)
@attached(peer)
public macro Timed(_ members: TimedMembers) =
  #externalMacro(module: "GantryMacros", type: "TimedMacro")
