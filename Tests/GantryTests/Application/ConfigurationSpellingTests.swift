// SPDX-License-Identifier: Apache-2.0

import Configuration
import GantryTesting
import Logging
import Testing

import Gantry
@testable import GantryCore

@Suite struct ConfigurationSpellingTests {
  @Test(arguments: [
    (["CrashSDK", "apiKey"], "--crash-sdk-api-key", "CRASH_SDK_API_KEY"),
    (["CJMain", "greeting"], "--cjmain-greeting", "CJMAIN_GREETING"),
  ])
  func `a new word begins at a capital after a lower-case letter`(
    key: [String], option: String, variable: String
  ) {
    #expect(AbsoluteConfigKey(key).commandLineOption == option)
    #expect(AbsoluteConfigKey(key).environmentVariable == variable)
  }

  @Test(arguments: ["limit", "apiLimit", "api-limit", "apiURLLimit2", "page.size"])
  func `warnings name variables and options as they are read`(key: String) async throws {
    let full = AbsoluteConfigKey(["Orders"] + key.split(separator: ".").map(String.init))
    for isVariable in [true, false] {
      let name = isVariable ? full.environmentVariable : full.commandLineOption
      let log = try await LogRecorder.reading(
        arguments: isVariable ? [] : [name, "many"], environment: isVariable ? [name: "many"] : [:]
      ) { _ = $0.int(forKey: ConfigKey(key), default: 1) }
      let place = isVariable ? "\(name) from the environment" : "\(name) from the command line"
      #expect(log.lines(.warning).count == 1)
      #expect(log.lines(.warning).first?.contains(": \(place) has ") == true)
    }
  }

  @Test(
    arguments: [
      ("Orders.apiKey", true), ("API_KEY", true), ("--api-key", true), ("Mail.PassWord", true),
      ("Orders.authTokens", true), ("Vault.private_key", true), ("Orders.limit", false),
      ("Orders.key", false), ("Orders.pass", false), ("", false),
    ])
  func `the words of a key make it secret, in any spelling`(key: String, isSecret: Bool) {
    #expect(ConfigurationSecrets.isSecret(key) == isSecret)
  }
}
