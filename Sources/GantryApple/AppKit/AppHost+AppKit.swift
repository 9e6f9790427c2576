// SPDX-License-Identifier: Apache-2.0

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  internal import Foundation
  public import GantryCore
  internal import GantrySupport
  internal import UserNotifications

  extension AppHost {
    /// Creates a host, without launching the application.
    ///
    /// - Parameters:
    ///   - application: The application to run.
    ///   - options: How the host launches, and how long it waits for answers.
    public convenience init(
      _ application: Application, options: AppHostOptions = AppHostOptions()
    ) {
      self.init(application, options: options, surroundings: .system(clock: application.clock))
      answers.addEventsOfAppKit()
      publish()
      observe(.ofAppKit)
    }

    /// Launches the modules, which hear `WillFinishLaunching` and `DidFinishLaunching`.
    ///
    /// Call it from `applicationDidFinishLaunching(_:)` of your own delegate.
    ///
    /// - Parameter system: The app's `NSApplication`.
    /// - Returns: False if a module has answered false.
    @discardableResult
    public func launch(in system: NSApplication) -> Bool {
      resetDelegate = { [weak system] in
        // Retained here, since the system may hold the only reference.
        let delegate = system?.delegate
        system?.delegate = nil
        system?.delegate = delegate
      }
      // A program without a bundle has no notification center; asking for one would crash it.
      if Bundle.main.bundleIdentifier != nil { notificationCenter = SystemNotificationCenter() }
      return launch(LaunchFacts())
    }
  }

  #if canImport(ObjectiveC)
    extension AppHost {
      /// Attaches the host to your own delegate, which keeps its identity and its class.
      ///
      /// Modules hear each call first; then the delegate's own method runs. A method that the
      /// delegate lacks is added if a module handles its event. To launch the modules, call
      /// ``launch(in:)`` in `applicationDidFinishLaunching(_:)`.
      ///
      /// - Parameter delegate: The delegate of the app.
      /// - Returns: The attachment, which you can end. If the host is already attached, it is the
      ///   same one.
      /// - Throws: ``AttachError``, with the reason why the host cannot attach.
      @discardableResult
      public func attach(
        to delegate: any NSApplicationDelegate
      ) throws(AttachError) -> DelegateAttachment {
        // One object is often both delegates.
        let isForNotifications = delegate is any UNUserNotificationCenterDelegate
        let methods =
          Interposition.ofBothKits(self) + Interposition.ofDesktop(self)
          + (isForNotifications ? Interposition.ofNotifications(self) : [])
        return try attach(to: delegate, methods, LiveRuntime())
      }
    }

    extension Interposition {
      /// The methods of a macOS app's delegate.
      @MainActor
      fileprivate static func ofDesktop(_ host: AppHost) -> [Self] {
        ofDocuments(host)
          + [
            ofEnd(host), ofPrinting(host),
            make(.shouldTerminateAfterLastWindow, unanswered: .bool(false)) { [weak host] _ in
              .bool(host?.send(ShouldTerminateAfterLastWindow()) ?? false)
            },
            make(.didReceivePush) { [weak host] words in
              host?.receive(argument(words, 1, as: [AnyHashable: Any].self) ?? [:]) { _ in }
              return .nothing
            },
            make(.supportsSecureState, unanswered: .bool(true)) { _ in .bool(true) },
            make(
              .dockMenu, unanswered: .word(0), merge: { joined($0, $1) },
              tell: { [weak host] _ in .word(LiveRuntime.give(host?.dockMenu())) }),
            make(
              .willPresentError, otherwise: { .word($0[1]) },
              hear: { [weak host] words, hasOwn in
                let error = argument(words, 1, as: NSError.self).flatMap {
                  host?.send(WillPresentError(error: $0))
                }
                guard let error else { return (.word(hasOwn ? 0 : words[1]), words) }
                return (.word(LiveRuntime.give(error as NSError)), words)
              }),
          ].compactMap(\.self)
      }

      @MainActor
      private static func ofDocuments(_ host: AppHost) -> [Self] {
        [
          make(.openURL) { [weak host] words in
            let urls = argument(words, 1, as: [URL].self) ?? []
            host?.openURLs(urls.map { URLFacts(url: $0) }, in: nil, by: .application)
            return .nothing
          },
          make(.shouldOpenUntitledFile, unanswered: .bool(true)) { [weak host] _ in
            .bool(host?.send(ShouldOpenUntitledFile()) ?? true)
          },
          make(.openUntitledFile, unanswered: .bool(false)) { [weak host] _ in
            .bool(host?.send(OpenUntitledFile()) ?? false)
          },
          make(.shouldReopen, unanswered: .bool(true)) { [weak host] words in
            // Only the lowest byte of the word belongs to the argument.
            let event = ShouldReopen(hasVisibleWindows: words[1] & 0xFF != 0)
            return .bool(host?.send(event) ?? true)
          },
        ].compactMap(\.self)
      }

      /// Whether the app may terminate. One refusal is enough; otherwise one answer that comes
      /// later makes the system wait.
      @MainActor
      private static func ofEnd(_ host: AppHost) -> Self? {
        typealias Answer = NSApplication.TerminateReply
        // The delegate's own answer, for when modules answer later.
        let own = Atomic(Answer.terminateNow.rawValue)
        return make(
          .shouldTerminate, unanswered: .word(Answer.terminateNow.rawValue),
          merge: { modules, given in
            own.store(given.bits, ordering: .releasing)
            let both = [modules.bits, given.bits]
            let first = [Answer.terminateCancel, .terminateLater].first {
              both.contains($0.rawValue)
            }
            return .word((first ?? .terminateNow).rawValue)
          },
          tell: { [weak host] words in
            guard let host, let system = argument(words, 0, as: NSApplication.self) else {
              return .word(Answer.terminateNow.rawValue)
            }
            own.store(Answer.terminateNow.rawValue, ordering: .releasing)
            let answer = host.shouldTerminate { isFine in
              switch Answer(rawValue: own.load(ordering: .acquiring)) {
              // The delegate has refused, or replies itself.
              case .terminateCancel: break
              case .terminateLater where isFine: break
              default: system.reply(toApplicationShouldTerminate: isFine)
              }
            }
            return .word(Answer(answer).rawValue)
          })
      }

      /// A menu with the delegate's items, then those of the modules. The delegate's own menu stays
      /// as it is.
      @MainActor
      private static func joined(_ modules: MethodAnswer, _ own: MethodAnswer) -> MethodAnswer {
        guard let added = argument([modules.bits], 0, as: NSMenu.self) else { return own }
        guard let menu = argument([own.bits], 0, as: NSMenu.self)?.copy() as? NSMenu else {
          return modules
        }
        let items = added.items
        added.removeAllItems()
        for item in items { menu.addItem(item) }
        return .word(LiveRuntime.give(menu))
      }
    }

    extension NSApplication.TerminateReply {
      init(_ answer: AppHost.Termination) {
        self =
          switch answer {
          case .now: .terminateNow
          case .never: .terminateCancel
          case .later: .terminateLater
          }
      }
    }
  #endif
#endif
