# SPDX-License-Identifier: Apache-2.0
"""A headless browser, driven over WebDriver (https://www.w3.org/TR/webdriver2/)."""
import base64
import json
import re
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--hide-scrollbars", "--force-color-profile=srgb"]


class Browser:
    def __init__(self):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.session = None
        for line in self.driver.stdout:
            match = re.search(r"started successfully on port (\d+)", line)
            if match:
                self.url = f"http://127.0.0.1:{match.group(1)}"
                break
        options = {"args": ARGUMENTS}
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options,
            "unhandledPromptBehavior": "ignore"}}})
        self.session = answer["sessionId"]

    def close(self):
        try:
            if self.session:
                self.call("DELETE", f"/session/{self.session}")
        finally:
            self.driver.terminate()
            self.driver.wait()

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"].split("\n")[0]) from None

    def verb(self, method, path, body=None):
        return self.call(method, f"/session/{self.session}{path}", body)

    def open(self, url):
        self.verb("POST", "/url", {"url": url})

    @property
    def address(self):
        return self.verb("GET", "/url")

    def script(self, text):
        return self.verb("POST", "/execute/sync", {"script": text, "args": []})

    @property
    def text(self):
        return self.script("return document.body.innerText")

    def element(self, selector):
        found = self.verb("POST", "/element", {"using": "css selector", "value": selector})
        return found[ELEMENT]

    def has(self, selector):
        return bool(self.verb("POST", "/elements", {"using": "css selector", "value": selector}))

    def click(self, selector):
        """Clicks, and waits for the page that follows."""
        self.script("window.isOld = true")
        self.verb("POST", f"/element/{self.element(selector)}/click", {})
        end = time.monotonic() + 10
        while self.script("return window.isOld === true || document.readyState !== 'complete'"):
            if time.monotonic() > end:
                raise RuntimeError(f"nothing came of a click at {selector}")
            time.sleep(0.01)

    def type(self, selector, text):
        element = self.element(selector)
        self.verb("POST", f"/element/{element}/clear", {})
        self.verb("POST", f"/element/{element}/value", {"text": text})

    def forget(self):
        self.verb("DELETE", "/cookie")

    def cookie(self, name):
        return self.verb("GET", f"/cookie/{name}")

    def devtools(self, command, **parameters):
        self.verb("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def picture(self, path, width, height, scheme):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height,
                      deviceScaleFactor=1, mobile=width < 600)
        self.devtools("Emulation.setEmulatedMedia",
                      features=[{"name": "prefers-color-scheme", "value": scheme}])
        wide = self.script("return document.documentElement.scrollWidth")
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.verb("GET", "/screenshot")))
        return wide <= width
