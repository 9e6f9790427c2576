// SPDX-License-Identifier: Apache-2.0

@testable import GantryApple
import Testing

/// The pages of a stack of SwiftUI.
@Suite struct RoutedPagesTests {
  @Test func `pages are pushed onto the stack and its sheets, and a sheet covers the highest`() {
    var pages = RoutedPages()
    _ = pages.push("/a")
    let sheet = pages.present("/b", .sheet)
    _ = pages.push("/c", onto: 1)
    let screen = pages.present(nil, .fullScreen)
    #expect(
      pages.contents == [.stack([nil, "/a"]), .stack(["/b", "/c"]), .stack([nil])])
    #expect(pages.cover(of: 0, .sheet) == sheet)
    #expect(pages.cover(of: 0, .fullScreen) == nil)
    #expect(pages.cover(of: 1, .fullScreen) == screen)
    #expect(pages.cover(of: 2, .sheet) == nil)
    #expect(pages.ids.count == 4)
  }

  @Test func `back and swipe shorten a path, and a closed sheet takes the ones over it along`() {
    var pages = RoutedPages()
    let first = pages.push("/a")
    _ = pages.push("/b")
    pages.setPath([first], at: 0)
    #expect(pages.path(at: 0) == [first])
    _ = pages.present("/c", .sheet)
    _ = pages.present("/d", .sheet)
    pages.close(above: 0)
    #expect(pages.contents == [.stack([nil, "/a"])])
    // SwiftUI may still write the path of a sheet that leaves the screen.
    pages.setPath([first], at: 2)
    pages.close(above: 3)
    #expect(pages.path(at: 2).isEmpty)
    #expect(pages.ids == [first.id])
  }

  @Test func `a sheet that the system has closed is closed, unless another covers it`() {
    var pages = RoutedPages()
    let root = pages.push("/a")
    let (sheet, cover) = (pages.present("/b", .sheet), pages.present("/c", .fullScreen))
    pages.close(root)
    pages.close(sheet)
    #expect(pages.levels.count == 3)
    pages.close(cover)
    pages.close(sheet)
    pages.close(sheet)
    #expect(pages.contents == [.stack([nil, "/a"])])
  }

  @Test func `equal pages are told apart`() {
    var pages = RoutedPages()
    let (first, second) = (pages.push("/a"), pages.push("/a"))
    #expect(first != second)
    pages.setPath([first], at: 0)
    #expect(pages.push("/a") != second)
  }

  @Test func `a new root replaces the path and the sheets`() {
    var pages = RoutedPages()
    _ = pages.push("/a")
    _ = pages.present("/b", .sheet)
    let root = pages.setRoot("/c")
    #expect(pages.contents == [.stack(["/c"])])
    #expect(pages.levels[0].root == root)
  }

  @Test func `the path is saved up to the first page without a URL, and restored below others`() {
    var pages = RoutedPages()
    _ = pages.push("/a")
    _ = pages.push("/b")
    _ = pages.push(nil)
    _ = pages.push("/c")
    #expect(pages.saved == ["/a", "/b"])
    var later = RoutedPages()
    _ = later.push("/link")
    #expect(later.restore(pages.saved).map(\.key) == ["/a", "/b"])
    #expect(later.contents == [.stack([nil, "/a", "/b", "/link"])])
    _ = later.setRoot("/c")
    #expect(later.saved.isEmpty)
    #expect(later.restore(["/a"]).isEmpty)
  }
}
