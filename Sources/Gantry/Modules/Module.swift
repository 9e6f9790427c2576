// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A part of an app that is created, launched, told of events and stopped by the framework.
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
  /// The module's name, edges, tasks, handlers and services.
  static var manifest: ModuleManifest { get }

  /// Makes the module when everything that it requires has launched.
  ///
  /// - Parameter context: The module's access to its application.
  /// - Throws: Any error; the module has then failed, and modules that require it do not run.
  init(context: ModuleContext) async throws
}
