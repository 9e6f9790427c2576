// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A part of an app with a life of its own: created, launched, told what happens, stopped.
///
/// Write a final class (also one on the main actor) or an actor, and mark it `@Module`; linking it
/// into a program is all that is needed for it to take part:
///
/// ```swift
/// @Module(after: "Analytics")
/// public final class OrdersModule {
///   @Inject let storage: any StorageService
///   @Launch func openDatabase() async throws { … }
///   @On func signedIn(_ event: SignedIn) async { … }
/// }
/// ```
///
/// The macro writes this conformance. Without macros, state ``manifest`` by hand with
/// ``ModuleManifest/init(of:_:at:_:)`` and name the type in ``Application``'s module list; the
/// result is the same.
public protocol Module: AnyObject, Sendable {
  /// What the module is called, needs, does and offers.
  static var manifest: ModuleManifest { get }

  /// Makes the module when everything that it requires has launched.
  ///
  /// - Parameter context: What the framework gives this module.
  /// - Throws: Any error; the module has then failed, and what requires it does not run.
  init(context: ModuleContext) async throws
}
