// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public enum CKShare {
  public final class Metadata {
    public init() {}
  }
}
