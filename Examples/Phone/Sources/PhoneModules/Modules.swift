// SPDX-License-Identifier: Apache-2.0

public import Gantry

/// The modules of the apps, which this target links.
public enum Modules {
  /// Creates the application, for an app's delegate and for tests.
  ///
  /// - Parameter build: Adds services of the app itself.
  public static func makeApplication(
    _ build: (inout ApplicationBuilder) -> Void = { _ in }
  ) -> Application {
    Application(schemes: ["shop"], build)
  }
}
