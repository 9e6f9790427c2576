// SPDX-License-Identifier: Apache-2.0

public import GantryEvents
internal import GantrySupport

/// The work of an event handler, and where it runs.
///
/// ```swift
/// module.on(DidBecomeActive.self, "resume", body: .main { player, _, _ in player.resume() })
/// module.on(OrderPlaced.self, "count", body: .background { orders, event, _ in await orders.add(event) })
/// ```
public struct HandlerBody<ModuleType: Sendable, EventType: Sendable>: Sendable {
  let declare: @Sendable (String, HandlerOptions, DeclarationSite) -> HandlerDeclaration
  let bind: @Sendable (HandlerDeclaration, ModuleType, ModuleContext) -> EventHandler

  // A separate function: nested in another closure, this one would look up its actor at each call.
  private static func bind(
    _ body: @escaping @MainActor @Sendable (ModuleType, EventType, ModuleContext) throws -> Void,
    _ module: ModuleType, _ context: ModuleContext
  ) -> @MainActor @Sendable (EventType) throws -> Void {
    { try body(module, $0, context) }
  }

  /// A single closure casts and calls, since an app has one for each of its handlers.
  private static func bind(
    erased body:
      @escaping @MainActor @Sendable (ModuleType, EventType, ModuleContext) throws -> Void,
    _ module: ModuleType, _ context: ModuleContext
  ) -> @MainActor @Sendable (any Sendable) throws -> Void {
    { event in
      // Handlers are found by the event's type, so the cast always holds.
      guard let event = event as? EventType else { return }
      try body(module, event, context)
    }
  }

  private static func background(
    _ declaration: HandlerDeclaration,
    _ body:
      @escaping @concurrent @Sendable (ModuleType, EventType, ModuleContext) async throws -> Void,
    _ module: ModuleType, _ context: ModuleContext
  ) -> EventHandler {
    .background(
      declaration,
      erased: { @concurrent event in
        // As above.
        guard let event = event as? EventType else { return }
        try await body(module, event, context)
      })
  }

  private static func background(
    _ declaration: HandlerDeclaration, on actor: (any Actor)?,
    _ body: @escaping @Sendable (ModuleType, EventType, ModuleContext) async throws -> Void,
    _ module: ModuleType, _ context: ModuleContext
  ) -> EventHandler {
    .background(
      declaration,
      erased: { @concurrent event in
        // As above.
        guard let event = event as? EventType else { return }
        try await MacroSupport.run(on: actor) { try await body(module, event, context) }
      })
  }
}

/// Unavailable: only an `Event` or a `LifecycleEvent` can be sent.
extension HandlerBody {
  /// Unavailable: the type is never sent, so the handler would never be called.
  ///
  /// - Parameters:
  ///   - function: Not used.
  ///   - main: The work on the module.
  ///   - background: The work on the module.
  @available(
    *, unavailable,
    message: "this type isn't an event: it must conform to Event, or to LifecycleEvent"
  )
  public static func isolated(
    like function: Any.Type,
    main: @escaping @MainActor @Sendable (ModuleType, EventType, ModuleContext) throws -> Void,
    background:
      @escaping @concurrent @Sendable (ModuleType, EventType, ModuleContext) async throws -> Void
  ) -> Self { refused(background) }

  /// Unavailable: the type is never sent, so the handler would never be called.
  ///
  /// - Parameter body: The work on the module.
  @available(
    *, unavailable,
    message: "this type isn't an event: it must conform to Event, or to LifecycleEvent"
  )
  public static func background(
    _ body:
      @escaping @concurrent @Sendable (ModuleType, EventType, ModuleContext) async throws -> Void
  ) -> Self { refused(body) }

  /// Unavailable: the type is never sent, so the handler would never be called.
  ///
  /// - Parameters:
  ///   - actor: Not used.
  ///   - body: The work on the module.
  @available(
    *, unavailable,
    message: "this type isn't an event: it must conform to Event, or to LifecycleEvent"
  )
  public static func background(
    on actor: @escaping @Sendable (ModuleType) -> (any Actor)?,
    _ body: @escaping @Sendable (ModuleType, EventType, ModuleContext) async throws -> Void
  ) -> Self { refused { try await body($0, $1, $2) } }

  /// Unavailable: the type is never sent, so the handler would never be called.
  ///
  /// - Parameter body: The work on the module.
  @available(
    *, unavailable,
    message: "this type isn't an event: it must conform to Event, or to LifecycleEvent"
  )
  public static func main(
    _ body: @escaping @MainActor @Sendable (ModuleType, EventType, ModuleContext) throws -> Void
  ) -> Self { refused { try await body($0, $1, $2) } }

  private static func refused(
    _ body:
      @escaping @concurrent @Sendable (ModuleType, EventType, ModuleContext) async throws -> Void
  ) -> Self {
    Self {
      HandlerDeclaration(named: $0, name: $0, options: $1, site: $2)
    } bind: {
      declaration, module, context in
      background(declaration, body, module, context)
    }
  }
}

/// Lifecycle events are delivered on the main actor.
extension HandlerBody where EventType: LifecycleEvent {
  /// Runs synchronously on the main actor, in the sender's call.
  ///
  /// - Parameter body: The work on the module.
  public static func main(
    _ body: @escaping @MainActor @Sendable (ModuleType, EventType, ModuleContext) throws -> Void
  ) -> Self {
    Self(declare: declare) { declaration, module, context in
      .main(declaration, EventType.self, bind(body, module, context))
    }
  }

  /// Answers the event, synchronously on the main actor.
  ///
  /// - Parameter body: Returns the answer, or nil for none.
  public static func answering(
    _ body:
      @escaping @MainActor @Sendable (ModuleType, EventType, ModuleContext) throws -> EventType
      .Response?
  ) -> Self {
    Self {
      HandlerDeclaration(EventType.self, name: $0, options: $1, answers: true, site: $2)
    } bind: { declaration, module, context in
      .answering(declaration, EventType.self, bind(answering: body, module, context))
    }
  }

  /// Runs in the background, beside all other handlers; the sender cannot wait for an answer.
  ///
  /// With `order: .serial`, it runs in the order in which events are sent.
  ///
  /// - Parameter body: The work on the module.
  public static func background(
    _ body:
      @escaping @concurrent @Sendable (ModuleType, EventType, ModuleContext) async throws -> Void
  ) -> Self {
    Self(declare: declare) { declaration, module, context in
      background(declaration, body, module, context)
    }
  }

  /// Runs on an actor, beside all other handlers; the sender cannot wait for an answer.
  ///
  /// A handler of the main actor begins there: two of them begin in the order in which their events
  /// are sent.
  ///
  /// - Parameters:
  ///   - actor: Returns the actor that the work belongs to; nil if it belongs to none.
  ///   - body: The work on the module.
  public static func background(
    on actor: @escaping @Sendable (ModuleType) -> (any Actor)?,
    _ body: @escaping @Sendable (ModuleType, EventType, ModuleContext) async throws -> Void
  ) -> Self {
    Self(declare: declare) { declaration, module, context in
      let actor = actor(module)
      return actor === MainActor.shared
        ? started(declaration, body, module, context)
        : background(declaration, on: actor, body, module, context)
    }
  }

  private static func started(
    _ declaration: HandlerDeclaration,
    _ body: @escaping @Sendable (ModuleType, EventType, ModuleContext) async throws -> Void,
    _ module: ModuleType, _ context: ModuleContext
  ) -> EventHandler {
    .startedOnMain(
      declaration,
      erased: { event in
        // Handlers are found by the event's type, so the cast always holds.
        guard let event = event as? EventType else { return }
        try await body(module, event, context)
      })
  }

  /// Runs on the main actor, like every synchronous handler of a lifecycle event; for macro
  /// expansions.
  ///
  /// - Parameters:
  ///   - function: Not used.
  ///   - main: The work on the module.
  ///   - background: Not used.
  public static func isolated(
    like function: Any.Type,
    main: @escaping @MainActor @Sendable (ModuleType, EventType, ModuleContext) throws -> Void,
    background:
      @escaping @concurrent @Sendable (ModuleType, EventType, ModuleContext) async throws -> Void
  ) -> Self {
    .main(main)
  }

  @Sendable private static func declare(
    _ name: String, _ options: HandlerOptions, _ site: DeclarationSite
  ) -> HandlerDeclaration {
    HandlerDeclaration(EventType.self, name: name, options: options, site: site)
  }

  // Not generic in the answer: calls would go through two more thunks.
  private static func bind(
    answering body:
      @escaping @MainActor @Sendable (ModuleType, EventType, ModuleContext) throws -> EventType
      .Response?,
    _ module: ModuleType, _ context: ModuleContext
  ) -> @MainActor @Sendable (EventType) throws -> EventType.Response? {
    { try body(module, $0, context) }
  }
}

/// Events go through the module's mailbox.
extension HandlerBody where EventType: Event {
  /// Runs synchronously on the main actor when the event's turn comes.
  ///
  /// A handler that holds the main actor too long is reported by name here, unlike one that hops to
  /// it.
  ///
  /// - Parameter body: The work on the module.
  public static func main(
    _ body: @escaping @MainActor @Sendable (ModuleType, EventType, ModuleContext) throws -> Void
  ) -> Self {
    Self(declare: declare) { declaration, module, context in
      .mailedToMain(declaration, erased: bind(erased: body, module, context))
    }
  }

  /// Runs off the main actor, or hops to the actor that it belongs to.
  ///
  /// - Parameter body: The work on the module.
  public static func background(
    _ body:
      @escaping @concurrent @Sendable (ModuleType, EventType, ModuleContext) async throws -> Void
  ) -> Self {
    Self(declare: declare) { declaration, module, context in
      background(declaration, body, module, context)
    }
  }

  /// Runs on an actor.
  ///
  /// - Parameters:
  ///   - actor: Returns the actor that the work belongs to; nil if it belongs to none.
  ///   - body: The work on the module.
  public static func background(
    on actor: @escaping @Sendable (ModuleType) -> (any Actor)?,
    _ body: @escaping @Sendable (ModuleType, EventType, ModuleContext) async throws -> Void
  ) -> Self {
    Self(declare: declare) { declaration, module, context in
      background(declaration, on: actor(module), body, module, context)
    }
  }

  /// Runs on the main actor or in the background, as a function's isolation says; for macro
  /// expansions.
  ///
  /// - Parameters:
  ///   - function: The type of the unapplied function.
  ///   - main: The work, if the function belongs to the main actor.
  ///   - background: The work, if it does not.
  @inline(never)
  public static func isolated(
    like function: Any.Type,
    main: @escaping @MainActor @Sendable (ModuleType, EventType, ModuleContext) throws -> Void,
    background:
      @escaping @concurrent @Sendable (ModuleType, EventType, ModuleContext) async throws -> Void
  ) -> Self {
    // Inlined into every registration of a module, this choice would be more code than the call.
    MacroSupport.isMainActor(function) ? .main(main) : .background(background)
  }

  /// Unavailable: an event is delivered asynchronously, and the sender doesn't wait for an answer.
  ///
  /// - Parameter body: The work on the module.
  @available(
    *, unavailable,
    message: "an Event has no answer: return nothing, or make it a LifecycleEvent with a Response"
  )
  public static func answering<Answer>(
    _ body: @escaping @MainActor @Sendable (ModuleType, EventType, ModuleContext) throws -> Answer
  ) -> Self {
    .main { _ = try body($0, $1, $2) }
  }

  @Sendable private static func declare(
    _ name: String, _ options: HandlerOptions, _ site: DeclarationSite
  ) -> HandlerDeclaration {
    HandlerDeclaration(EventType.self, name: name, options: options, site: site)
  }
}
