// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

extension ModuleManifest {
  /// The kind of declaration that a manifest describes.
  package enum Kind: String, Sendable, Codable {
    /// A type that conforms to ``Module``.
    case module
    /// A free function, or a closure of the app.
    case function
  }

  /// A launch task.
  package struct LaunchTask: Sendable {
    /// The full name: `Module.function`, or just the name of a free function.
    package let name: ModuleName
    /// The declared options.
    package internal(set) var options: TaskOptions
    /// The kind of its body.
    let form: Form
    /// Where it is declared, as `file:line`.
    package let declaredAt: String

    /// Creates a task; a free function, which has the name of its owner, has no name in it.
    init(
      _ function: String?, of owner: ModuleName, options: TaskOptions, form: Form,
      declaredAt: String
    ) {
      self.options = options
      self.form = form
      self.declaredAt = declaredAt
      name = function.map { owner.member($0) } ?? owner
    }

    /// Where it runs: its isolation, as the compiler sees it.
    package var lane: LaunchLane { form == .main || options.isOnMainActor ? .main : .background }

    /// Whether it suspends while it waits, and so occupies no worker of its lane.
    package var isAsynchronous: Bool { form == .background || form == .callback }

    /// The cases of `LaunchBody`, known before there is a module to bind one to.
    enum Form: Sendable { case main, worker, background, callback }
  }

  /// Long-running work.
  package struct Work: Sendable {
    /// The name of the function or property.
    package let function: String
    /// The declared options.
    package let options: RunOptions
    /// Where it is declared, as `file:line`.
    package let declaredAt: String
  }

  /// The full name of long-running work: `Module.function`.
  func name(of run: Work) -> ModuleName { name.member(run.function) }

  /// A shutdown function.
  package struct Shutdown: Sendable {
    /// The name of the function.
    package let function: String
    /// The declared options.
    package let options: ShutdownOptions
    /// Where it is declared, as `file:line`.
    package let declaredAt: String
  }
}
