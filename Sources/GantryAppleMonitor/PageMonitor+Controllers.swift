// SPDX-License-Identifier: Apache-2.0

internal import Logging

/// A class of view controllers whose phases are not timed, and why.
@nonexhaustive
public enum UnobservedController: Error, Hashable, Sendable, CustomStringConvertible {
  /// The class or a superclass is generic, so the runtime cannot make a subclass of it.
  case generic(name: String)
  /// Key-value observing had already changed a controller's class.
  case keyValueObserved(name: String)
  /// A controller was made off the main thread; reported only once.
  case madeOffMainThread(name: String)
  /// Another class already has the name of the class that would time it.
  case nameTaken(name: String)

  /// The class, the reason and the remedy.
  public var description: String {
    switch self {
    case .generic(let name):
      """
      \(name) is not timed: the class, or one above it, is generic. Derive it from a class that \
      isn't, or time it with a span of a PageHost.
      """
    case .keyValueObserved(let name):
      """
      a controller of \(name) is not timed: key-value observing had already changed its class. \
      Start observing it after its initializer.
      """
    case .madeOffMainThread(let name):
      """
      a controller of \(name) is not timed: it was made off the main thread. Make controllers on \
      the main actor; no others are reported.
      """
    case .nameTaken(let name):
      "\(name) is not timed: the process already has a class with the name that the timed one would get."
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
    /// The monitor's observers get every phase of a controller, under the name of its class:
    /// `loadView` if the class overrides it, and `viewDidLoad` to `viewDidDisappear`.
    /// ``PageTiming/own`` is the time of the class's own code, ``PageTiming/inherited`` that of
    /// super. Call it before the first controller is made. Controllers of system classes, generic
    /// ones, and those made off the main thread are skipped.
    ///
    /// - Parameters:
    ///   - events: The bus of the application whose watch over the main actor should name the
    ///     controllers; nil for none.
    ///   - isPage: Whether the controllers of a class are timed; called once for each class.
    ///   - report: Called once for each class that cannot be timed; by default, it logs a warning.
    /// - Returns: A token that keeps the observation alive; release it to end the observation.
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
