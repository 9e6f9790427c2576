// SPDX-License-Identifier: Apache-2.0

public import AppKit
public import GantryApple

// The library's delegate has every method under the name that the system calls it by.
extension ModularAppDelegate: CompleteApplicationDelegate {}
