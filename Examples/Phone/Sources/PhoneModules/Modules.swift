// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Gantry

/// The modules of the apps, which this target links.
public enum Modules {
  /// Makes the application, for an app's delegate and for tests.
  public static func makeApplication() -> Application { Application(schemes: ["shop"]) }
}
