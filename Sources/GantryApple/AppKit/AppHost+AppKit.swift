// SPDX-License-Identifier: Apache-2.0

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  internal import Foundation
  public import Gantry
  internal import Synchronization
  internal import UserNotifications

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

  #if canImport(ObjectiveC)
    extension AppHost {
      /// Attaches to a delegate that is not the host's, which stays the object and the class that it is.
      ///
      /// Modules hear its methods, then its own run; methods that it does not have are added where a
      /// module hears the event. Launch the modules by ``launch(in:)`` in its
      /// `applicationDidFinishLaunching(_:)`.
      ///
      /// - Parameter delegate: The delegate of the app.
      /// - Returns: The attachment, to end it by; with no methods where the host is attached already.
      /// - Throws: ``AttachError``, for the reason that forbids it.
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
      /// The methods of the delegate of an app on macOS.
      @MainActor
      fileprivate static func ofDesktop(_ host: AppHost) -> [Self] {
        ofDocuments(host)
          + [
            ofEnd(host), ofPrinting(host),
            make(.shouldTerminateAfterLastWindow, unanswered: .bool(false)) { [weak host] _ in
              .bool(host?.send(ShouldTerminateAfterLastWindow()) ?? false)
            },
            make(.didReceivePush) { [weak host] words in
              let payload = AppHost.json(argument(words, 1, as: [AnyHashable: Any].self) ?? [:])
              host?.ask({ DidReceiveRemoteNotification(payload: payload, reply: $0) }) { _ in }
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
            // Only the last byte of the word is the argument's.
            let event = ShouldReopen(hasVisibleWindows: words[1] & 0xFF != 0)
            return .bool(host?.send(event) ?? true)
          },
        ].compactMap(\.self)
      }

      /// The end of the app: one no is enough, and the later answer counts where there is one.
      @MainActor
      private static func ofEnd(_ host: AppHost) -> Self? {
        typealias Answer = NSApplication.TerminateReply
        // The delegate's own answer, for modules that give theirs later.
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
              // The app does not end any more, or the delegate says yes itself.
              case .terminateCancel: break
              case .terminateLater where isFine: break
              default: system.reply(toApplicationShouldTerminate: isFine)
              }
            }
            return .word(Answer(answer).rawValue)
          })
      }

      /// A menu with the items of two: modules' behind those of the delegate, whose menu stays as it is.
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
