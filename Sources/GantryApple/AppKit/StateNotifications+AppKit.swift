// SPDX-License-Identifier: Apache-2.0

// Written by Scripts/apple/methods.py from methods.txt: change it there.

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  internal import Foundation
  internal import AppKit

  extension StateNotifications {
    /// The notifications that AppKit posts in every kind of app.
    static var ofAppKit: Self {
      Self(
        app: [
          NSApplication.willHideNotification: .willHide,
          NSApplication.didHideNotification: .didHide,
          NSApplication.willUnhideNotification: .willUnhide,
          NSApplication.didUnhideNotification: .didUnhide,
          NSApplication.willBecomeActiveNotification: .willBecomeActive,
          NSApplication.didBecomeActiveNotification: .didBecomeActive,
          NSApplication.willResignActiveNotification: .willResignActive,
          NSApplication.didResignActiveNotification: .didResignActive,
          NSApplication.willTerminateNotification: .willTerminate,
          NSApplication.didChangeScreenParametersNotification: .didChangeScreens,
          NSApplication.didChangeOcclusionStateNotification: .didChangeOcclusion,
          NSApplication.protectedDataWillBecomeUnavailableNotification:
            .protectedDataWillBecomeUnavailable,
          NSApplication.protectedDataDidBecomeAvailableNotification:
            .protectedDataDidBecomeAvailable,
        ], scene: [:],
        sceneOf: { _ in nil })
    }
  }

  extension MethodAnswers {
    /// Says which events of AppKit's types modules hear.
    func addEventsOfAppKit() {
      add(PrintFiles.self, for: .printFiles)
      add(DockMenuItems.self, for: .dockMenu)
      add(HandlerForIntent.self, for: .handlerForIntent)
      add(AcceptShare.self, for: .didAcceptShare)
    }
  }
#endif
