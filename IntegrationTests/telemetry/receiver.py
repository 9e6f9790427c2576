#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a program that sends its launch as OTLP, decodes it with OpenTelemetry's own classes, and checks it.

receiver.py PROGRAM FOLDER: FOLDER gets the launch report that the spans are compared with.
"""
import copy
import http.server
import json
import os
import subprocess
import sys
import threading

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest, ExportTraceServiceResponse)

bodies = []


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        bodies.append((self.path, self.headers["Content-Type"], self.rfile.read(int(self.headers["Content-Length"]))))
        answer = ExportTraceServiceResponse().SerializeToString()
        self.send_response(200)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *arguments):
        pass


def sent(program, folder):
    """Runs the program; returns the decoded request and the report."""
    report = os.path.join(folder, "launch.json")
    server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    subprocess.run([program, str(server.server_port)], env={**os.environ, "GANTRY_REPORT": report},
                   check=True, timeout=60)
    server.shutdown()
    [(path, kind, body)] = bodies
    assert (path, kind) == ("/v1/traces", "application/x-protobuf"), (path, kind)
    request = ExportTraceServiceRequest()
    request.ParseFromString(body)
    # Fields that the classes don't know would be lost here.
    assert len(request.SerializeToString()) == len(body), "there are unknown fields"
    with open(report, encoding="utf-8") as file:
        return request, json.load(file)


def spans(request):
    return [span for part in request.resource_spans for scope in part.scope_spans for span in scope.spans]


def attributes(span):
    return {pair.key: getattr(pair.value, pair.value.WhichOneof("value")) for pair in span.attributes}


def nanoseconds(milliseconds):
    return round(milliseconds * 1e6)


def problems(request, report):
    """All differences between the spans and the report."""
    found = []

    def same(what, left, right):
        if left != right:
            found.append(f"{what}: {left} is not {right}")

    everything = spans(request)
    [root] = [span for span in everything if span.name == "app.start"]
    same("bytes of the trace", len(root.trace_id), 16)
    same("parent of the root", root.parent_span_id, b"")
    same("ready", root.end_time_unix_nano - root.start_time_unix_nano, nanoseconds(report["readyMilliseconds"]))
    same("type of the bound", type(attributes(root)["gantry.launch.ready_bound"]), float)
    launch = {span.name: span for span in everything if span.trace_id == root.trace_id and span is not root}
    ran = {task["name"]: task for task in report["tasks"] if "startedMilliseconds" in task and not task["isJoin"]}
    same("tasks", sorted(launch), sorted(ran))
    names = {span.span_id: name for name, span in launch.items()}
    same("identifiers", len(names), len(launch))
    for name, span in launch.items():
        task = ran.get(name)
        if task is None:
            continue
        same(f"parent of {name}", span.parent_span_id, root.span_id)
        same(f"start of {name}", span.start_time_unix_nano - root.start_time_unix_nano,
             nanoseconds(task["startedMilliseconds"]))
        same(f"end of {name}", span.end_time_unix_nano - root.start_time_unix_nano,
             nanoseconds(task["finishedMilliseconds"]))
        same(f"status of {name}", span.status.code, 2 if name == "Ads" else 0)
        same(f"links of {name}", sorted(names.get(link.span_id, "unknown") for link in span.links),
             sorted(sources(report["tasks"], task)))
        same(f"traces of the links of {name}", {link.trace_id for link in span.links} - {root.trace_id}, set())
        same(f"lane of {name}", attributes(span)["gantry.task.lane"], task["lane"])
    [sender] = [span for span in everything if span.name == "request"]
    [handled] = [span for span in everything if span.name == "event OrderPlaced"]
    same("parent of the event", handled.parent_span_id, sender.span_id)
    return found


def sources(tasks, task):
    """The tasks that a task waited for, past joins."""
    found = set()
    for dependency in task["dependencies"]:
        other = tasks[dependency["position"]]
        found |= sources(tasks, other) if other["isJoin"] or "startedMilliseconds" not in other else {other["name"]}
    return found


def main(program, folder):
    request, report = sent(program, folder)
    found = problems(request, report)
    for line in found:
        print(line)
    if found:
        return 1
    # The check itself finds each of these.
    for change in (lambda span: span.links[0].__setattr__("span_id", b"12345678"),
                   lambda span: setattr(span, "end_time_unix_nano", span.end_time_unix_nano + 1),
                   lambda span: setattr(span.status, "code", 2)):
        changed = copy.deepcopy(request)
        change(next(span for span in spans(changed) if span.links and span.name == "Window"))
        if not problems(changed, report):
            print("a changed span isn't noticed")
            return 1
    links = sum(len(span.links) for span in spans(request))
    print(f"{len(spans(request))} spans and {links} links, {request.ByteSize()} bytes")
    return 0 if links > 5 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
