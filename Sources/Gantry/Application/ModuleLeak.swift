// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

/// Something of a module that is still alive although the module has stopped.
public struct ModuleLeak: Sendable, Hashable {
  /// What of a module is alive.
  @nonexhaustive
  public enum Part: Sendable, Hashable {
    /// The module itself.
    case module
    /// A service that it provided.
    case service(ServiceType)
    /// The handler of a typed route, by the route's name.
    case route(String)
  }

  /// The module that has stopped.
  public let module: ModuleName
  /// What of it is alive.
  public let part: Part
  /// The type of the object, in words.
  let type: String

  /// What probably keeps it alive.
  var advice: String {
    switch part {
    case .module, .service:
      """
      Something else holds it: a task that has not ended, a closure without `[weak self]`, a \
      global, or a module that was given it and still runs.
      """
    case .route: "A call of the route has not ended."
    }
  }
}

extension ModuleLeak: CustomStringConvertible {
  /// For example `the service StorageService (SQLiteStorage) of Storage`.
  public var description: String {
    switch part {
    case .module: "the module \(module) (\(type))"
    case .service(let service): "the service \(service.name) (\(type)) of \(module)"
    case .route(let name): "the handler of the route \(name) of \(module)"
    }
  }
}

/// A weak reference to something of a module that has stopped.
struct LeakProbe: Sendable {
  let module: ModuleName
  let part: ModuleLeak.Part
  let object: WeakReference

  var leak: ModuleLeak { ModuleLeak(module: module, part: part, type: "\(object.type)") }
}
