// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import Testing

@Suite struct LaunchProfileMessageTests {
  @Test(
    arguments: [
      (
        .damaged(file: "p.json", reason: "'entries' is missing"),
        "'p.json' isn't a launch profile: 'entries' is missing. It is set aside when the next one is "
          + "written."
      ),
      (
        .foreignVersion(file: "p.json", version: 7),
        "'p.json' is a launch profile of version 7; this program reads version 1. It is set aside "
          + "when the next one is written."
      ),
      (
        .unreadable(file: "p.json", reason: "Permission denied"),
        "the launch profile 'p.json' cannot be read: Permission denied. Correct its path or "
          + "permissions."
      ),
      (
        .unwritable(file: "p.json", reason: "No space left on device"),
        "the launch profile 'p.json' cannot be written: No space left on device. Choose a file in "
          + "a folder that the program can write to."
      ),
      (
        .busy(file: "p.json", waited: .seconds(1)),
        "the launch profile 'p.json' was locked by other processes for 1.0 s; this launch is not "
          + "recorded."
      ),
    ] as [(LaunchProfileError, String)])
  func `each error says what happened to which file, and what follows`(
    error: LaunchProfileError, message: String
  ) {
    #expect(error.description == message)
  }
}
