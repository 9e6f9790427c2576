// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ModuleContext {
  /// How and why the app was started, and a way to reach milestones.
  ///
  /// ```swift
  /// context.launch.source                                   // as in LaunchOptions
  /// context.launch.reach(.homeShown)
  /// await context.launch.reach(.homeShown).waitUntilSettled()
  /// ```
  @dynamicMemberLookup
  public struct Launch: Sendable {
    /// How and why the app was started.
    public let options: LaunchOptions
    let application: ApplicationReference

    /// A part of ``options``.
    public subscript<Value>(dynamicMember part: KeyPath<LaunchOptions, Value>) -> Value {
      options[keyPath: part]
    }

    /// Says that a milestone has been reached, as ``Application/reach(_:)`` does.
    ///
    /// - Parameter milestone: The milestone; the app need not declare it.
    /// - Returns: The tasks that this let go, to wait for.
    @discardableResult
    public func reach(_ milestone: Milestone) -> ReachedMilestone {
      application.application?.reach(milestone) ?? ReachedMilestone()
    }
  }
}
