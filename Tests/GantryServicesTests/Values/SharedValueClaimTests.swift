// SPDX-License-Identifier: Apache-2.0

import GantryServices
import Testing

@Suite struct SharedValueClaimTests {
  static let account = SharedValueClaim(\.name, by: "Account", declaredAt: "Account.swift:1")
  static let guest = SharedValueClaim(\.name, by: "Guest", declaredAt: "Guest.swift:2")
  static let debug = SharedValueClaim(
    \.name, by: "Debug", isOverride: true, declaredAt: "Debug.swift:3")
  static let stage = SharedValueClaim(
    \.name, by: "Stage", isOverride: true, declaredAt: "Stage.swift:4")
  static let number = SharedValueClaim(\.numberedName, by: "Numbers", declaredAt: "N.swift:5")
  static let other = SharedValueClaim(\.x, by: "Guest", declaredAt: "Guest.swift:6")
  static let rival = SharedValueClaim(\.x, by: "Account", declaredAt: "Account.swift:7")
  static let again = SharedValueClaim(\.name, by: "Guest", declaredAt: "Guest.swift:8")

  @Test(
    arguments: [
      ([account], []), ([account, debug], []), ([account, other], []),
      ([guest, account], [.doubledValue(key: "name", claims: [account, guest])]),
      ([again, guest], [.doubledValue(key: "name", claims: [guest, again])]),
      (
        [other, account, rival, guest],
        [
          .doubledValue(key: "name", claims: [account, guest]),
          .doubledValue(key: "x", claims: [rival, other]),
        ]
      ),
      (
        [account, stage, debug, guest],
        [
          .doubledValue(key: "name", claims: [account, guest]),
          .doubledValue(key: "name", claims: [debug, stage]),
        ]
      ),
      ([account, number], [.valueTypesDiffer(key: "name", claims: [account, number])]),
    ] as [([SharedValueClaim], [WiringFault])])
  func `one module may provide a value and one may override it`(
    claims: [SharedValueClaim], faults: [WiringFault]
  ) {
    #expect(SharedValueClaim.check(claims) == faults)
    #expect(SharedValueClaim.check(claims.reversed()) == faults)
  }

  @Test(arguments: [
    (
      WiringFault.doubledValue(key: "name", claims: [account, guest]),
      "\\.name is provided by Account (Account.swift:1) and Guest (Guest.swift:2). Remove one, or"
        + " mark it `overriding: true`."
    ),
    (
      .doubledValue(key: "name", claims: [debug, stage]),
      "\\.name is overridden by Debug (Debug.swift:3) and Stage (Stage.swift:4). Remove one of"
        + " them."
    ),
    (
      .valueTypesDiffer(key: "name", claims: [account, number]),
      "\\.name is provided as Swift.String by Account (Account.swift:1) and Swift.Int by Numbers"
        + " (N.swift:5). Declare the key once, in an interface that both import."
    ),
  ])
  func `a fault says what is wrong, where, and how to fix it`(fault: WiringFault, message: String) {
    #expect(fault.description == message)
  }
}
