// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension TestApplication {
  /// The events of one type that modules have sent since the last start, in the order sent.
  ///
  /// Events that the test itself sent are not among them; ``trace`` has both.
  ///
  /// - Parameter type: The event's type.
  public func sent<E: Event>(_ type: E.Type) -> [E] {
    recorder.trace.events(type, from: .application)
  }

  /// Every event that was sent since the last start, by the test and by modules.
  public var trace: EventTrace { recorder.trace }

  /// The errors that handlers have thrown since the last start, in the order thrown.
  public var handlerFailures: [HandlerFailure] { recorder.failures }

  /// The module of a type, to look into.
  ///
  /// - Parameter type: The module's type.
  /// - Returns: Nil when it does not exist now: skipped, failed, or not running.
  public func module<M: Module>(_ type: M.Type) -> M? { application.module(type) }

  /// The plan of the launch, without starting anything.
  ///
  /// - Throws: ``ApplicationError/faults(_:)`` with everything that is wrong.
  public var plan: LaunchPlan {
    get throws(ApplicationError) { try application.plan() }
  }

  /// The report of the launch as it stands, or of the last one; nil before the first.
  public var report: LaunchReport? { application.report }

  /// How a module or task ended.
  ///
  /// - Parameter name: A module, or a task as `Module.function`.
  /// - Returns: Nil while it has not, and for a name that is in no plan.
  public func outcome(of name: ModuleName) -> LaunchOutcome? {
    report?.task(named: name.rawValue)?.outcome
  }

  /// Answers "why did it not start?", as ``Application/explain(_:)`` does.
  ///
  /// - Parameter name: A module or a task.
  public func explain(_ name: ModuleName) -> Explanation { application.explain(name) }
}
