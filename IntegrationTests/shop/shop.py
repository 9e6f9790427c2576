# SPDX-License-Identifier: Apache-2.0
"""Bazaar as a customer uses it, and as an attacker does.

usage: shop.py BAZAAR FOLDER_FOR_PICTURES
"""
import http.server
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import traceback

from browser import Browser
from running import Customer, Shop, expect, failures, soon

NAME = '"><script>alert(1)</script> & "Ada'


def visit(browser, shop):
    browser.open(shop.url)
    expect("the first page has goods", browser.has(".card") and "Tea" in browser.text)
    browser.type("#q", "saffron")
    browser.click(".search button")
    expect("a search finds", "1 thing for “saffron”" in browser.text)
    browser.open(shop.url + "/shop/item/7?from=letter")
    expect("an old URL leads on",
           browser.address == shop.url + "/catalog/7?from=letter" and "Copper pot" in browser.text)
    expect("who looks around has no cookie", not browser.verb("GET", "/cookie"))


def draw(browser, shop, folder):
    """The pictures of the monitor's guide, under their names there: some visits by a guest."""
    for path in ["/", "/catalog", "/account", "/catalog/7"] * 3:
        browser.open(shop.url + path)
    browser.open(shop.url + "/debug/pages")
    fits = [browser.picture(os.path.join(folder, f"{name}.png"), 1000, 700, scheme)
            for name, scheme in [("pages", "light"), ("pages~dark", "dark")]]
    expect("the page of timings is no wider than the window", all(fits))


def order(browser, shop):
    browser.open(shop.url + "/orders")
    expect("orders ask for a name first", browser.has("#name"))
    cookie = browser.cookie("bazaar_session")
    expect("the cookie is out of reach for scripts and other sites",
           cookie["httpOnly"] and cookie["sameSite"] == "Lax" and len(cookie["value"]) == 64
           and browser.script("return document.cookie") == "")
    browser.type("#name", NAME)
    browser.click("main button")
    expect("signing in goes on to the orders",
           browser.address == shop.url + "/orders" and "Nothing ordered yet" in browser.text)
    expect("signing in begins a new session",
           browser.cookie("bazaar_session")["value"] != cookie["value"])
    expect("a script in a name is text", NAME in browser.text
           and browser.script("return document.scripts.length") == 0)
    browser.open(shop.url + "/catalog/1")
    browser.type("#quantity", "2")
    browser.click(".order button")
    expect("an order is placed and shown", browser.address == shop.url + "/orders/1"
           and "Thank you for your order!" in browser.text and "€ 6.40" in browser.text)
    browser.open(shop.url + "/orders")
    expect("the orders have it", "2 × Black tea" in browser.text)

    def has_message():
        browser.open(shop.url + "/messages")
        return f"Thank you, {NAME}! order 1: 2 × tea, 6.40." in browser.text
    expect("a message tells of it, with the name as text", soon(has_message))
    with sqlite3.connect(os.path.join(shop.folder, "bazaar.sqlite")) as database:
        rows = database.execute("SELECT customer, item, quantity, total FROM orders").fetchall()
    expect("the order is in the file", rows == [(NAME, "tea", 2, 640)])


def forge(browser, shop):
    """Another site that is open in this browser sends one of the shop's forms."""
    page = f"""<!doctype html><form action="{shop.url}/orders/place" method="post">
        <input name="item" value="carpet"><input name="quantity" value="99"><button>x</button>
        </form>""".encode()

    class Site(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *arguments):
            pass
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        for host in ["127.0.0.1", "localhost"]:
            browser.open(f"http://{host}:{site.server_port}/")
            browser.click("button")
            expect(f"a form of another site, {host}, is refused",
                   "made for this visit" in browser.text)
        site.shutdown()
    browser.open(shop.url + "/orders")
    expect("and nothing was ordered", browser.has("td") and "Carpet" not in browser.text)


def leave(browser, shop):
    browser.open(shop.url + "/account")
    browser.click("main button")
    expect("signing out is said", "You are signed out." in browser.text)
    browser.open(shop.url + "/orders/1")
    expect("the order is nobody else's", browser.has("#name") and "6.40" not in browser.text)
    browser.type("#name", "Eve")
    browser.click("main button")
    expect("not even of who signs in there", "There is nothing here" in browser.text)
    browser.open(shop.url + "/catalog/9999")
    expect("what is not there has a page", "There is no item 9999" in browser.text)


def inspect(browser, shop):
    """The shop's page for developers, which only a debug build has."""
    browser.open(shop.url + "/debug/pages")
    expect("pages are timed, with their loads", browser.has("svg.bars rect.good")
           and all(text in browser.text for text in ["/catalog/:id", "Catalog", "Median", " ms"]))
    loads = "return document.querySelectorAll('tbody tr').length > 5"
    expect("each has a row", browser.script(loads))
    expect("the style is there", browser.script(
        "return getComputedStyle(document.querySelector('svg.bars')).height") == "40px")


def look(browser, shop, folder):
    places = {"home": "/", "catalog": "/catalog", "item": "/catalog/7", "orders": "/orders",
              "order": "/orders/1", "messages": "/messages", "account": "/account",
              "lost": "/nowhere", "debug-pages": "/debug/pages"}
    fits = True
    for number, (name, path) in enumerate(places.items()):
        browser.open(shop.url + path)
        for width, height in [(390, 844), (1280, 900)]:
            scheme = ["light", "dark"][(number + width // 1000) % 2]
            picture = os.path.join(folder, f"{name}-{width}-{scheme}.png")
            fits = browser.picture(picture, width, height, scheme) and fits
    expect("no page is wider than the window", fits)


def watch(browser, program, folder):
    """`gantry inspect` and its page, for the developer of the running shop."""
    shop = Shop(program, {"Storage": {"database": "bazaar.sqlite"}},
                environment={"INSPECTOR_ALLOWS_CHANGES": "true"})
    gantry = [os.path.join(os.path.dirname(program), "gantry"), "inspect"]
    chosen = ["--app", str(shop.process.pid)]
    ask = lambda *words: subprocess.run([*gantry, *words, *chosen], capture_output=True, text=True)
    expect("the tool finds the shop, which is ready", "is ready" in ask().stdout)
    file = os.path.join(folder, "inspect.html")
    writer = subprocess.Popen([*gantry, "--page", "--output", file, *chosen],
                              stderr=subprocess.PIPE, text=True)
    expect("the page is written", "stays current" in writer.stderr.readline())
    browser.open("file://" + file)
    expect("it shows the modules, the launch and the graph",
           all(text in browser.text for text in ["The app is ready", "Catalog", "Critical path", "layer 1"]))
    # The pictures of the guide to the tool, under their names.
    fits = all([browser.picture(os.path.join(folder, f"{name}.png"), 1000, 640, scheme)
                for name, scheme in [("inspect", "light"), ("inspect~dark", "dark")]])
    # Typing moves the page to the field, so the place is chosen after it.
    browser.type("#modules input", "o")
    browser.script("document.getElementById('module-Orders').open = true; scrollTo(0, 500)")
    Customer(shop).sign_in("Ada")
    expect("an event is shown", soon(lambda: "SignedIn" in browser.text))
    expect("so is a module that is switched off", ask("disable", "Messages").returncode == 0
           and soon(lambda: browser.script("return document.getElementById('module-Messages')"
                                           ".textContent.includes('stopped')")))
    expect("the page keeps its place and its open parts", browser.script(
        "return document.getElementById('module-Orders').open && scrollY > 0"
        " && document.querySelector('#modules input').value === 'o'"))
    for width, height in [(390, 844), (1280, 900)]:
        for scheme in ["light", "dark"]:
            picture = os.path.join(folder, f"inspect-{width}-{scheme}.png")
            fits = browser.picture(picture, width, height, scheme) and fits
    expect("it is no wider than the window", fits)
    expect("it has no error", browser.script(
        "return document.querySelectorAll('main').length === 1"
        " && new Set([...document.querySelectorAll('[id]')].map(part => part.id)).size"
        " === document.querySelectorAll('[id]').length"))
    writer.terminate()
    expect("the command ends well", writer.wait(timeout=20) == 0)
    expect("and the page says so", soon(lambda: "Not current" in browser.text))
    writer.stderr.close()
    began = time.monotonic()
    expect("nothing keeps the shop from its end", shop.stop() == 0 and time.monotonic() - began < 3)


def damage(browser, program):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as goods:
        goods.write('[{"id": 1, "name": "tea"}]')
        goods.flush()
        shop = Shop(program, {"Storage": {"database": "bazaar.sqlite"},
                              "Catalog": {"goods": goods.name}})
        browser.open(shop.url + "/catalog")
        expect("without its goods the catalog is closed",
               "The catalog is not available right now" in browser.text
               and goods.name not in browser.text)
        browser.open(shop.url + "/account")
        expect("and the rest is open", browser.has("#name"))
        shop.stop()
        expect("the terminal says why",
               "item 1 has no 'title'" in "".join(shop.shown) and goods.name in "".join(shop.shown))


def main(program, folder):
    browser = Browser()
    try:
        shop = Shop(program, {"Storage": {"database": "bazaar.sqlite"}})
        visit(browser, shop)
        draw(browser, shop, folder)
        order(browser, shop)
        inspect(browser, shop)
        look(browser, shop, folder)
        for part in [forge, leave]:
            part(browser, shop)
        expect("SIGTERM ends the shop cleanly", shop.stop() == 0)
        watch(browser, program, folder)
        damage(browser, program)
    except Exception:
        failures.append("the test itself")
        traceback.print_exc()
    finally:
        browser.close()
    sys.exit(1 if failures else 0)


main(*sys.argv[1:])
