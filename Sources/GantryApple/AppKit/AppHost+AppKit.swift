// SPDX-License-Identifier: Apache-2.0

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  internal import Foundation
  public import Gantry

  extension AppHost {
    /// Makes a host; nothing is launched yet.
    ///
    /// - Parameters:
    ///   - application: The application whose modules live here.
    ///   - options: How it launches, and how long it waits for answers.
    public convenience init(
      _ application: Application, options: AppHostOptions = AppHostOptions()
    ) {
      self.init(application, options: options, surroundings: .system(clock: application.clock))
      answers.addEventsOfAppKit()
      publish()
      observe(.ofAppKit)
    }

    /// Launches the modules: will and did finish launching.
    ///
    /// For `applicationDidFinishLaunching(_:)` of a delegate of your own.
    ///
    /// - Parameter system: The application that launches.
    /// - Returns: False where a module has said so.
    @discardableResult
    public func launch(in system: NSApplication) -> Bool {
      resetDelegate = { [weak system] in
        // Held here, since the system's reference may be the only one.
        let delegate = system?.delegate
        system?.delegate = nil
        system?.delegate = delegate
      }
      // A program without a bundle has no centre, and asking for it would end it.
      if Bundle.main.bundleIdentifier != nil { notificationCentre = SystemNotificationCentre() }
      return launch(LaunchFacts())
    }
  }
#endif
