// SPDX-License-Identifier: Apache-2.0

/// Texts that cannot be guessed: the names of sessions, and the tickets of forms.
///
/// 256 bits of `SystemRandomNumberGenerator`, which on Linux reads the kernel's generator for
/// cryptography (`getrandom`), on Apple systems `arc4random_buf`. OWASP asks for 64 bits of
/// unpredictability in a session's name, and RFC 6749 for 128 in a text that serves as a key. With
/// 2¹²⁸ guesses a second, hitting one of a billion sessions would still take longer than 2⁹⁰
/// seconds.
enum Secret {
  static let length = 64

  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
