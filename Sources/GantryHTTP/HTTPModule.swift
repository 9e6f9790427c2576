// SPDX-License-Identifier: Apache-2.0

public import Gantry

/// Provides an ``HTTPExchange`` where no other module does, and the app does not either.
///
/// Linking it is enough: modules that inject `any HTTPExchange` get a ``URLSessionExchange``.
@Module
public final class HTTPModule {
  /// Creates the module; it needs nothing.
  public init(context: ModuleContext) {}

  @Provides(fallback: true) nonisolated var exchange: any HTTPExchange { URLSessionExchange() }
}
