// SPDX-License-Identifier: Apache-2.0

public import GantryApple
public import UIKit

// The library's delegates have every method under the name that the system calls it by.
extension ModularAppDelegate: CompleteApplicationDelegate {}
extension ModularSceneDelegate: CompleteWindowSceneDelegate {}
