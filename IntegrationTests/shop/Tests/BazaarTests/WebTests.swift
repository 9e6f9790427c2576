// SPDX-License-Identifier: Apache-2.0

import BazaarKit
import Foundation
import Gantry
import GantryTesting
import Testing
import Web
import WebAPI

/// The web module with routes of the test, over real sockets.
@Suite struct WebTests {
  @Test func `a page is put into the frame`() async throws {
    let shop = try await WebShop.start()
    let answer = try await shop.get("/hello")
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.header("X-Content-Type-Options") == "nosniff")
    #expect(answer.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
    #expect(answer.header("Set-Cookie") == nil)
    #expect(answer.body.hasPrefix("<!doctype html>"))
    #expect(answer.body.contains("<title>Hello · Bazaar</title>"))
    #expect(answer.body.contains("<h1>Hello, nobody</h1>"))
    #expect(answer.body.contains("<a href=\"/hello\" aria-current=\"page\">Greetings</a>"))
    let head = try await shop.request("HEAD", "/hello")
    #expect(head.status == 200 && head.body.isEmpty)
    await shop.stop()
  }

  @Test func `a whole document is sent as it is, and its scripts do not run`() async throws {
    let shop = try await WebShop.start()
    let answer = try await shop.get("/document")
    #expect(answer.status == 200 && answer.body == "<p>whole")
    #expect(answer.header("Content-Type") == "text/html; charset=utf-16")
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.header("X-Content-Type-Options") == "nosniff")
    let policy = try #require(answer.header("Content-Security-Policy"))
    #expect(policy.hasPrefix("default-src 'none'; style-src 'unsafe-inline';"))
    #expect(!policy.contains("script"))
    await shop.stop()
  }

  @Test(arguments: [
    ("GET", "/nowhere", 404), ("GET", "/inside", 404), ("GET", "/number", 404),
    ("GET", "/none", 404), ("GET", "/broken", 500), ("GET", "/vetoed", 403),
    ("GET", "/closed", 503), ("GET", "/typed/seven", 404), ("GET", "/typed/7?n=x", 400),
    ("GET", "/%zz", 400), ("GET", "/%FF", 400), ("GET", "/a%00", 400),
    ("GET", "/../../etc/passwd", 400), ("GET", "/%2e%2e/x", 400), ("GET", "/a%2F..%2Fb", 400),
    ("GET", "//evil.example/x", 404), ("GET", "http://evil.example/", 421), ("GET", "*", 400),
    ("GET", "/old/9", 301), ("GET", "/sale/summer", 410), ("GET", "/greet", 405),
    ("PUT", "/hello", 405), ("DELETE", "/hello", 405), ("GET", "/hello?x=<script>alert(1)", 200),
    ("GET", "/" + String(repeating: "a", count: 9000), 414),
  ])
  func `what goes wrong has a page that says nothing of the inside`(
    method: String, target: String, status: Int
  ) async throws {
    let shop = try await WebShop.start()
    let answer = try await shop.request(method, target)
    #expect(answer.status == status)
    for word in ["secret", "RouteError", "Stand", ".swift", "<script"] {
      #expect(!answer.body.contains(word), "\(word)")
    }
    if status >= 400 { #expect(answer.body.contains("<p class=\"status\">\(status)</p>")) }
    if status == 405 { #expect(answer.header("Allow") != nil) }
    if status == 301 { #expect(answer.header("Location") == "/typed/9") }
    await shop.stop()
  }

  @Test func `a form is taken from its own page only`() async throws {
    let shop = try await WebShop.start()
    let page = try await shop.get("/hello?form")
    let cookie = try #require(page.cookie)
    let attributes = try #require(page.header("Set-Cookie"))
    #expect(attributes.contains("HttpOnly") && attributes.contains("SameSite=Lax"))
    #expect(cookie.utf8.count == "bazaar_session=".utf8.count + 64)
    let ticket = try #require(page.ticket)
    let forged = ["", "ticket=", "ticket=\(String(repeating: "0", count: 64))", "name=Eve"]
    for form in forged {
      #expect(try await shop.post("/greet", form, cookie: cookie).status == 403)
    }
    // The right ticket, but another browser; and a browser that says it is another site's form.
    #expect(try await shop.post("/greet", "ticket=\(ticket)").status == 403)
    let other = try await shop.get("/hello?form")
    #expect(other.cookie != cookie && other.ticket != ticket)
    #expect(try await shop.post("/greet", "ticket=\(ticket)", cookie: other.cookie).status == 403)
    let evil = [("Origin", "http://evil.example")]
    #expect(
      try await shop.post("/greet", "ticket=\(ticket)", cookie: cookie, evil).status == 403)
    #expect(shop.greeted.isEmpty)
    let own = try await shop.post("/greet", "ticket=\(ticket)&name=A+%26+B", cookie: cookie)
    #expect(own.status == 303 && own.header("Location") == "/hello")
    #expect(shop.greeted == ["A & B"])
    await shop.stop()
  }

  @Test func `a form that is sent many times at once is done once`() async throws {
    let shop = try await WebShop.start()
    let page = try await shop.get("/hello?form")
    let (cookie, ticket) = (try #require(page.cookie), try #require(page.ticket))
    let answers = try await withThrowingTaskGroup(of: RawAnswer.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await shop.post("/greet", "ticket=\(ticket)&name=Ada", cookie: cookie)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.map(\.status) == Array(repeating: 303, count: 8))
    #expect(answers.allSatisfy { $0.header("Location") == "/hello" })
    #expect(shop.greeted == ["Ada"])
    // Another page has another ticket.
    let next = try await shop.get("/hello?form", cookie: cookie)
    let again = "ticket=\(try #require(next.ticket))&name=Grace"
    #expect(try await shop.post("/greet", again, cookie: cookie).status == 303)
    #expect(shop.greeted == ["Ada", "Grace"])
    await shop.stop()
  }

  @Test func `who signs in twice with one form is signed in once`() async throws {
    let shop = try await WebShop.start()
    let page = try await shop.get("/hello?form")
    let (cookie, ticket) = (try #require(page.cookie), try #require(page.ticket))
    let first = try await shop.post("/sign-in", "ticket=\(ticket)&name=Ada", cookie: cookie)
    let second = try await shop.post("/sign-in", "ticket=\(ticket)&name=Eve", cookie: cookie)
    #expect(second.status == 303 && second.cookie == first.cookie)
    #expect(try await shop.get("/hello", cookie: second.cookie).body.contains("Hello, Ada"))
    // The session's old name is worth nothing without the form.
    let other = try await shop.get("/hello?form", cookie: cookie)
    #expect(other.body.contains("Hello, nobody"))
    await shop.stop()
  }

  @Test func `a form that found nothing to do it may be sent once more`() async throws {
    let shop = try await WebShop.start()
    let page = try await shop.get("/hello?form")
    let (cookie, ticket) = (try #require(page.cookie), try #require(page.ticket))
    #expect(try await shop.post("/nowhere", "ticket=\(ticket)", cookie: cookie).status == 404)
    #expect(try await shop.post("/greet", "ticket=\(ticket)", cookie: cookie).status == 303)
    await shop.stop()
  }

  @Test func `who sends very many forms is asked to wait`() async throws {
    let shop = try await WebShop.start()
    var cookie: String?
    for number in 1...31 {
      let page = try await shop.get("/hello?form", cookie: cookie)
      cookie = page.cookie ?? cookie
      let ticket = try #require(page.ticket)
      let answer = try await shop.post("/greet", "ticket=\(ticket)&name=x", cookie: cookie)
      #expect(answer.status == (number <= 30 ? 303 : 429))
      if number > 30 {
        #expect(Int(answer.header("Retry-After") ?? "").map { (1...61).contains($0) } == true)
      }
    }
    #expect(shop.greeted.count == 30)
    #expect(try await shop.get("/hello", cookie: cookie).status == 200)
    await shop.stop()
  }

  @Test func `who signs in has a session of their own, until they sign out`() async throws {
    let shop = try await WebShop.start()
    let page = try await shop.get("/hello?form")
    let before = try #require(page.cookie)
    let form = "ticket=\(try #require(page.ticket))&name=Ada"
    let answer = try await shop.post("/sign-in", form, cookie: before)
    let cookie = try #require(answer.cookie)
    #expect(cookie != before)
    let first = try await shop.get("/hello?form", cookie: cookie)
    #expect(first.body.contains("<h1>Hello, Ada</h1>"))
    #expect(first.body.contains("<p class=\"remark\" role=\"status\">Welcome!</p>"))
    #expect(try await shop.get("/hello", cookie: cookie).body.contains("Welcome!") == false)
    // The session's earlier name is worth nothing, and neither is a made-up one.
    for stale in [before, "bazaar_session=\(String(repeating: "a", count: 64))", "x=1", ""] {
      #expect(try await shop.get("/hello", cookie: stale).body.contains("Hello, nobody"))
    }
    let leave = "ticket=\(try #require(first.ticket))"
    let gone = try await shop.post("/sign-out", leave, cookie: cookie)
    #expect(gone.status == 303)
    #expect(try await shop.get("/hello", cookie: cookie).body.contains("Hello, nobody"))
    await shop.stop()
  }

  @Test(arguments: [
    ("text/plain", "name=Eve", 415), ("", "name=Eve", 415),
    ("application/x-www-form-urlencoded; charset=utf-8", "%zz=1", 415),
  ])
  func `a body that is no form is refused`(type: String, body: String, status: Int) async throws {
    let shop = try await WebShop.start()
    let answer = try await shop.post("/greet", body, [("Content-Type", type)])
    #expect(answer.status == status)
    #expect(shop.greeted.isEmpty)
    await shop.stop()
  }

  @Test(arguments: [16_385, 20_000, 3_000_000])
  func `a body that is larger than any form is refused`(length: Int) async throws {
    let shop = try await WebShop.start()
    let answer = try await shop.post("/greet", String(repeating: "a", count: length))
    #expect(answer.status == 413)
    #expect(answer.header("Connection") == "close")
    #expect(shop.greeted.isEmpty)
    await shop.stop()
  }

  @Test(arguments: ["evil.example", "127.0.0.1", "127.0.0.1:1", ""])
  func `a request for a server of another name is refused`(host: String) async throws {
    let shop = try await WebShop.start()
    let answer = try await shop.request("GET", "/hello", [("Host", host)])
    #expect(answer.status == 421)
    await shop.stop()
  }

  @Test func `style sheet and icon are kept by browsers`() async throws {
    let shop = try await WebShop.start()
    let page = try await shop.get("/hello").body
    let paths = page.matches(of: /(?:href)="(\/(?:style|icon)-[^"]+)"/).map { String($0.1) }
    #expect(paths.count == 2)
    for path in paths {
      let answer = try await shop.get(path)
      #expect(answer.status == 200)
      #expect(answer.header("Cache-Control")?.contains("immutable") == true)
      // In every other way, it is a page like others.
      #expect(try await shop.request("GET", path, [("Host", "evil.example")]).status == 421)
      #expect(try await shop.post(path, "name=Ada").status == 403)
    }
    await shop.stop()
  }

  @Test func `a port that is taken stops the launch and says what to do`() async throws {
    let shop = try await WebShop.start()
    let error = await #expect(throws: TestApplicationError.self) {
      try await WebShop.start(port: shop.port)
    }
    #expect("\(try #require(error))".contains("port \(shop.port) of 127.0.0.1 is taken"))
    await shop.stop()
    // The port is free again at once.
    let again = try await WebShop.start(port: shop.port)
    #expect(try await again.get("/hello").status == 200)
    await again.stop()
  }

  @Test func `a map of old URLs that is wrong is refused, and the one before stays`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path("old.json")
    try Data("{\"redirects\": [{\"from\": \"a\"}]}".utf8)
      .write(to: URL(filePath: file))
    let shop = try await WebShop.start(redirects: file)
    #expect(shop.host.shown.contains { $0.contains("redirects[0].to is missing") })
    #expect(try await shop.get("/old/9").status == 404)
    try Data(WebShop.map.utf8).write(to: URL(filePath: file))
    await shop.host.send(DidReloadConfiguration(changedKeys: []))
    #expect(try await shop.get("/old/9").status == 301)
    try Data("damaged".utf8).write(to: URL(filePath: file))
    await shop.host.send(DidReloadConfiguration(changedKeys: []))
    #expect(try await shop.get("/old/9").status == 301)
    await shop.stop()
  }
}
