// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import CloudKit
  internal import Gantry
  public import Intents

  extension ModularAppDelegate {
    /// Has modules accept a share.
    @objc open func application(
      _ application: NSApplication, userDidAcceptCloudKitShareWith metadata: CKShare.Metadata
    ) { host.application.events.send(AcceptShare(metadata: metadata)) }

    /// The object of the first module that handles an intent.
    @objc open func application(_ application: NSApplication, handlerFor intent: INIntent) -> Any? {
      host.application.events.send(HandlerForIntent(intent: intent))?.object
    }

    /// Asks modules whether the keys of menu items are translated for other keyboards.
    @objc open func applicationShouldAutomaticallyLocalizeKeyEquivalents(
      _ application: NSApplication
    ) -> Bool { host.application.events.send(ShouldLocalizeKeyCommands()) }
  }
#endif
