// SPDX-License-Identifier: Apache-2.0

public import Gantry

/// The modules of the apps, which this target links.
public enum Modules {
  /// Creates the application, for an app's delegate and for tests.
  public static func makeApplication() -> Application { Application(schemes: ["shop"]) }
}
