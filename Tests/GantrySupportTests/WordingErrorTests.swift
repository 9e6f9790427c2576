// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantrySupport
import Testing

@Suite struct WordingErrorTests {
  struct OwnError: Error, CustomStringConvertible { let description = "a brick is missing" }

  @Test(arguments: [
    ("a key is not set. Set it.", "a key is not set. Set it"), ("broken", "broken"),
    ("and so on...", "and so on..."), ("", ""),
  ])
  func `a text in a sentence has no period at its end`(text: String, clause: String) {
    #expect(Wording.clause(text) == clause)
  }

  @Test(
    arguments: [
      (POSIXError(.EADDRINUSE), "Address already in use"),
      (NSError(domain: NSPOSIXErrorDomain, code: Int(ENOSPC)), "No space left on device"),
      (
        CocoaError(
          .fileWriteUnknown,
          userInfo: [
            NSFilePathErrorKey: "/shop.db", NSUnderlyingErrorKey: POSIXError(.EACCES),
          ]), "'/shop.db': Permission denied"
      ),
      (OwnError(), "a brick is missing"), (CancellationError(), "CancellationError()"),
    ] as [(any Error, String)])
  func `errors of the system are in its words, and others in their own`(
    error: any Error, words: String
  ) {
    #expect(Wording.text(of: error) == words)
  }

  @Test(arguments: [CocoaError(.fileReadNoSuchFile), URLError(.timedOut)] as [any Error])
  func `errors of Foundation have no domain and number in their text`(error: any Error) {
    #expect(!Wording.text(of: error).contains("Domain="), "\(Wording.text(of: error))")
  }
}
