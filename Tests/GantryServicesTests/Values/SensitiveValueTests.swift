// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryServices
import Testing

@Suite struct SensitiveValueTests {
  let values = SharedValues(owner: "Account")

  @Test func `a sensitive value appears in no printed text`() throws {
    let secret = "ada-1815"
    try values.provide(secret, for: \.userID)
    try values.provide("Oslo", for: \.city)
    var dumped = ""
    dump(values, to: &dumped)
    dump(values.changes(of: \.userID), to: &dumped)
    dump(values.changes(of: \.userID).makeAsyncIterator(), to: &dumped)
    let json = String(decoding: try JSONEncoder().encode(values.provided), as: UTF8.self)
    let texts = [
      values.description, String(reflecting: values), dumped, json, "\(values.provided)",
      "\(values.changes(of: \.userID))",
    ]
    for text in texts { #expect(!text.contains(secret), "\(text)") }
    #expect(values.description == "city = Oslo (Account)\nuserID = <hidden> (Account)")
    #expect(json.contains("Oslo"))
  }

  @Test(arguments: [false, true])
  func `a key is sensitive if any declaration says so`(isWatched: Bool) throws {
    // Another module has declared the same name and type, and provides it first.
    try values.provide("1", for: \.openVoucher)
    let changes = isWatched ? values.changes(of: \.secretVoucher).makeAsyncIterator() : nil
    if !isWatched { try values.provide("SPRING", for: \.secretVoucher) }
    #expect(values.description == "voucher = <hidden> (Account)")
    try values.provide("SUMMER", for: \.openVoucher)
    #expect(values.provided.map(\.text) == [nil])
    _ = changes
  }

  @Test func `a report does not call a sensitive key's closure`() throws {
    let counter = Counter()
    try values.provide(for: \.userToken) { "\(counter.next())" }
    #expect(values.provided.map(\.text) == [nil])
    #expect(counter.count == 0)
  }

  @Test func `values that may identify a person are sensitive`() throws {
    try values.provide("", for: \.deviceID)
    try values.provide("", for: \.advertisingID)
    try values.provide("", for: \.pushToken)
    try values.provide([:], for: \.pushTokens)
    try values.provide("", for: \.channel)
    try values.provide("", for: \.userID)
    try values.provide("", for: \.userName)
    try values.provide("", for: \.userPhone)
    try values.provide("", for: \.userToken)
    try values.provide("", for: \.fingerprint)
    try values.provide(GeoLocation(latitude: 59.9, longitude: 10.8), for: \.location)
    try values.provide("", for: \.city)
    try values.provide([:], for: \.environment)
    #expect(values.provided.count == 13)
    #expect(
      values.provided.filter { !$0.isSensitive }.map(\.key) == ["channel", "city", "environment"])
  }
}
