// SPDX-License-Identifier: Apache-2.0
// Options: -strict-memory-safety -warnings-as-errors

internal import Gantry

// The code of the macros has no warnings in a target that checks memory safety strictly.

@Module
final class StrictModule {
  @Inject let module: Lazy<any Sendable>
  @Launch func open() {}
}

@Launch func openStrictly() {}

@On func opened(_ event: OpenURL) {}
