// SPDX-License-Identifier: Apache-2.0

internal import Logging

/// A class of view controllers whose phases are not timed, and why.
@nonexhaustive
public enum UnobservedController: Error, Hashable, Sendable, CustomStringConvertible {
  /// The class, or one above it, is generic: the runtime cannot make a class below it.
  case generic(name: String)
  /// Key-value observing had changed a controller's class before.
  case keyValueObserved(name: String)
  /// A controller was made on another thread than the main one; told once.
  case madeOffMainThread(name: String)
  /// Another class has the name that the timed one would get.
  case nameTaken(name: String)

  /// The class, the reason and the remedy.
  public var description: String {
    switch self {
    case .generic(let name):
      """
      \(name) is not timed: the class, or one above it, is generic. Derive the controller from a class \
      that is not, or time it by a span of a PageHost.
      """
    case .keyValueObserved(let name):
      """
      a controller of \(name) is not timed: key-value observing had changed its class before. Begin to \
      observe it after its initializer.
      """
    case .madeOffMainThread(let name):
      """
      a controller of \(name) is not timed: it was made off the main thread. Make controllers on the \
      main actor; others are passed over without a further word.
      """
    case .nameTaken(let name):
      "\(name) is not timed: the process has another class of the name that the timed one would get."
    }
  }

  /// Writes the reason as a warning to the log `gantry.monitor`.
  public func log() { Logger(label: "gantry.monitor").warning("\(self)") }
}

#if canImport(ObjectiveC) && !os(watchOS) && !os(tvOS) && (canImport(UIKit) || canImport(AppKit))
  internal import GantryApple
  public import GantryEvents
  public import GantryMonitor

  #if canImport(UIKit)
    public import UIKit

    /// The base class of the system's view controllers.
    public typealias SystemViewController = UIViewController
  #else
    public import AppKit

    /// The base class of the system's view controllers.
    public typealias SystemViewController = NSViewController
  #endif

  extension PageMonitor {
    /// Times the view controllers that are made from now on, as pages of this monitor.
    ///
    /// Every phase of a controller is told to the monitor's observers under the name of its class:
    /// `loadView`, if the class overrides it, and `viewDidLoad` to `viewDidDisappear`.
    /// ``PageTiming/own`` is the time of the class's own code, ``PageTiming/inherited`` that of super.
    /// Call it before the first controller is made. Controllers of the system's own classes, generic
    /// ones, and those made off the main thread are passed over.
    ///
    /// - Parameters:
    ///   - events: The bus of the application whose watch over the main actor is to name the controllers;
    ///     nil for none.
    ///   - isPage: Whether the controllers of a class are timed; asked once of each class.
    ///   - report: Told once of each class that cannot be timed; by default it is a warning in the log.
    /// - Returns: A token that keeps the observation; release it to end it.
    @MainActor
    public func observeViewControllers(
      onMainActorOf events: EventBus? = nil,
      where isPage: @escaping @Sendable (SystemViewController.Type) -> Bool = { _ in true },
      reporting report: @escaping @Sendable (UnobservedController) -> Void = { $0.log() }
    ) -> PageObservation {
      let kit = ControllerKit(
        runtime: LiveRuntime(), base: ClassRef(SystemViewController.self),
        methods: ControllerKit.methodsOfSystem)
      return ControllerPages.observe(
        kit, PageHost(self, onMainActorOf: events),
        where: { type in (type as? SystemViewController.Type).map(isPage) ?? false },
        reporting: report)
    }
  }
#endif
