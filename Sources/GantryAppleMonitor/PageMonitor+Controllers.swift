// SPDX-License-Identifier: Apache-2.0

internal import Logging

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
