// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces

/// A line for the user of the app; the executable shows it.
public struct Notice: Event, Equatable {
  /// The module that has something to say.
  public let sender: ModuleName
  /// The text of the line.
  public let text: String

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - sender: The module that has something to say.
  ///   - text: The text of the line.
  public init(from sender: ModuleName, _ text: String) {
    self.sender = sender
    self.text = text
  }
}
