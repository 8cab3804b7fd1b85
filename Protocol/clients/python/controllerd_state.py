#!/usr/bin/env python3
"""A client of controllerd that keeps a copy of what scenes show: in one file, with Python's standard library only.

Written from Protocol/README.md alone by somebody who had not seen the daemon's sources; "step N" below are its steps "To
apply a delta".

    client = StateClient("/run/controllerd/controllerd.sock", scene="multiview")
    client.connect()
    while True:
        client.poll(1)                     # applies what has come
        print(client.copies["multiview"].revision)

After the connection broke: client.connect() once more; it says `since`.
"""

import argparse
import json
import select
import socket
import sys
import time
from collections import Counter


class RpcError(Exception):
    """An error answer."""

    def __init__(self, method, error):
        super().__init__(f"{method}: {error['code']} {error['message']}")
        self.code = error["code"]
        self.data = error.get("data", {})


class Disconnected(Exception):
    """The daemon has closed the connection."""


class OutOfStep(Exception):
    """The daemon's messages do not fit the copy: what should never happen."""


# --------------------------------------------------------------------------
# The connection: lines of JSON-RPC 2.0
# --------------------------------------------------------------------------

class Connection:
    """Requests, answers and notifications, in the order in which they come.

    Everything that arrives is handled in order: a notification by
    `on_notification`, an answer by the function that was given to `send`.
    """

    def __init__(self, path):
        self.path = path
        self.socket = None
        self.buffer = bytearray()
        self.chunk = 1 << 18            # so much is read at a time
        self.last_id = 0
        self.waiting = {}               # id of a request -> what to do with its answer

    def open(self):
        self.close()
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(30)      # nothing may take so long
        self.socket.connect(self.path)

    def close(self):
        if self.socket is not None:
            self.socket.close()
        self.socket = None
        self.buffer.clear()
        self.waiting.clear()

    def send(self, method, params=None, on_answer=lambda answer: None):
        """Sends a request; `on_answer` gets the whole answer when it comes."""
        self.last_id += 1
        request = {"jsonrpc": "2.0", "id": self.last_id, "method": method}
        if params:
            request["params"] = {k: v for k, v in params.items() if v is not None}
        self.waiting[self.last_id] = on_answer
        try:
            self.socket.sendall(json.dumps(request).encode() + b"\n")
        except (BrokenPipeError, ConnectionResetError) as error:
            raise Disconnected(str(error)) from error
        return self.last_id

    def call(self, method, **params):
        """Sends a request, handles what comes before its answer, and returns its result.

        What has come after the answer is left for later, so that the caller is
        at exactly the place in the stream where the answer stands.
        """
        answers = []
        self.send(method, params, answers.append)
        while not answers:
            # `wait` and `settle` are answered after 5 seconds, or after their own `timeout`.
            self._handle(self._next_message(30 + (params.get("timeout") or 5)))
        if "error" in answers[0]:
            raise RpcError(method, answers[0]["error"])
        return answers[0]["result"]

    def poll(self, timeout=0.0, most=None):
        """Handles all that has come, or `most` messages; waits up to `timeout` seconds for the first."""
        handled = 0
        while handled != most:
            message = self._next_message(timeout if handled == 0 else 0, none_if_late=True)
            if message is None:
                return handled
            self._handle(message)
            handled += 1
        return handled

    def on_notification(self, method, params):
        pass

    def _next_message(self, timeout, none_if_late=False):
        scanned = 0
        while True:
            end = self.buffer.find(b"\n", scanned)
            if end >= 0:
                line = bytes(self.buffer[:end])
                del self.buffer[:end + 1]
                if line.strip():
                    return json.loads(line)
                scanned = 0
                continue
            scanned = len(self.buffer)
            if not select.select([self.socket], [], [], timeout)[0]:
                if none_if_late:
                    return None
                raise TimeoutError(f"no answer in {timeout} seconds")
            try:
                data = self.socket.recv(self.chunk)
            except ConnectionResetError as error:
                raise Disconnected(str(error)) from error
            if not data:
                raise Disconnected("closed by the daemon")
            self.buffer += data

    def _handle(self, message):
        if "method" in message:
            self.on_notification(message["method"], message.get("params", {}))
        else:
            on_answer = self.waiting.pop(message["id"], None)
            if on_answer is None:
                raise OutOfStep(f"an answer to nothing: {message}")
            on_answer(message)


# --------------------------------------------------------------------------
# The copy of one scene
# --------------------------------------------------------------------------

class Copy:
    """What one stream shows: nodes by id, root, focus, and their revision."""

    def __init__(self, scene, epoch):
        self.scene = scene
        self.epoch = epoch
        self.stream = None
        self.revision = 0
        self.root = None
        self.focus = None
        self.nodes = {}

    def replace(self, state, stream, epoch, revision):
        """By a snapshot or a resync: everything there is."""
        self.stream, self.epoch, self.revision = stream, epoch, revision
        self.root, self.focus, self.nodes = state["root"], state["focus"], state["nodes"]

    def apply(self, delta):
        """Applies a delta; None if it was known already, else how many nodes are new, set, gone."""
        # 1. Does it follow what is here?
        if delta["epoch"] != self.epoch:
            raise OutOfStep(f"a delta of epoch {delta['epoch']} in {self.epoch}")
        if delta["to"] <= self.revision:
            return None
        if delta["from"] > self.revision:
            raise OutOfStep(f"{self.scene}: a delta from {delta['from']} at revision {self.revision}")
        before = set(self.nodes)
        # 2. The root is gone, and with it everything.
        if "root" in delta:
            self.root = delta["root"]
        # 3. The nodes that were changed.
        new = changed = 0
        if self.root is not None:
            for node_id, change in delta["nodes"].items():
                if "new" in change:
                    self.nodes[node_id] = change["new"]
                    new += 1
                else:
                    if node_id not in self.nodes:
                        raise OutOfStep(f"{self.scene}: a change of {node_id}, which is not here")
                    self._change(self.nodes[node_id], change)
                    changed += 1
        # 4. Who gets key input.
        self.focus = delta["focus"]
        # 5. What the root does not reach is gone.
        reached = self._reached()
        for node_id in set(self.nodes) - reached:
            del self.nodes[node_id]
        self.revision = delta["to"]
        return new, changed, len(before - reached)

    @staticmethod
    def _change(node, change):
        node.update(change.get("set", {}))
        for name in change.get("unset", []):
            if name not in node:
                raise OutOfStep(f"{name} is to be taken away, and is not there: {node}")
            del node[name]
        children = change.get("children")
        if isinstance(children, list):
            node["children"] = children
        elif children is not None:
            removed = set(children.get("remove", []))
            present = [child for child in node["children"] if child not in removed]
            if len(present) + len(removed) != len(node["children"]):
                raise OutOfStep(f"not all of {removed} are children: {node}")
            for child, after in children.get("insert", []):
                present.insert(0 if after is None else present.index(after) + 1, child)
            node["children"] = present

    def _reached(self):
        reached, todo = set(), [self.root] if self.root is not None else []
        while todo:
            node_id = todo.pop()
            if node_id not in reached:
                if node_id not in self.nodes:
                    raise OutOfStep(f"{self.scene}: {node_id} is somebody's child, and is not here")
                reached.add(node_id)
                todo += self.nodes[node_id].get("children", [])
        return reached


def first_difference(mine, theirs, where=""):
    """None when the two JSON values are equal, else a sentence."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        for name in sorted(set(mine) | set(theirs)):
            if name not in mine:
                return f"{where}/{name}: missing in the copy; getTree has {theirs[name]!r}"
            if name not in theirs:
                return f"{where}/{name}: only in the copy: {mine[name]!r}"
            found = first_difference(mine[name], theirs[name], f"{where}/{name}")
            if found:
                return found
        return None
    # 1 and true are equal in Python, and not in JSON
    if mine != theirs or isinstance(mine, bool) != isinstance(theirs, bool):
        return f"{where}: the copy has {mine!r}, getTree {theirs!r}"
    return None


# --------------------------------------------------------------------------
# The client
# --------------------------------------------------------------------------

class StateClient(Connection):
    """Follows the state of one scene, or of all scenes when `scene` is None."""

    def __init__(self, path, scene=None, detail=None, controller=None, depth=None, fields=None):
        super().__init__(path)
        self.scene = scene
        self.scope = {"detail": detail, "controller": controller, "depth": depth, "fields": fields}
        self.epoch = None
        self.name = None                # how `cause` calls this client
        self.copies = {}                # name of a scene -> Copy
        self.scene_of_stream = {}
        self.counts = Counter()
        self.differences = []
        self.goodbye = None             # the daemon's reason, when it said goodbye
        self.strict = False             # see _compare

    # What a program may want to know; replace them.
    def on_delta(self, copy, delta, counts): pass
    def on_resync(self, copy, params): pass
    def on_closed(self, scene): pass

    def connect(self):
        """Connects, subscribes, and comes back with `since` when there are copies from before."""
        self.open()
        self.goodbye = None
        since = None
        if self.copies:
            if self.scene is None:
                since = {"epoch": self.epoch, "revisions": {n: c.revision for n, c in self.copies.items()}}
            else:
                since = {"epoch": self.epoch, "revision": self.copies[self.scene].revision}
        result = self.call("subscribe", kinds=["state"], scene=self.scene, since=since, **self.scope)
        self.epoch, self.name = result["epoch"], result["client"]
        self.scene_of_stream = {}
        old, self.copies = self.copies, {}
        for entry in result["scenes"]:  # a scene that is not named any more was closed meanwhile
            self._begin(entry, old.get(entry["name"]))

    def _begin(self, entry, copy):
        name, state = entry["name"], entry["state"]
        if state["how"] == "resumed":
            self.counts["resumed"] += 1
            for delta in state["deltas"]:
                self._apply(copy, delta)
                self.counts["resumed deltas"] += 1
            # In a narrowed stream the last delta may be older than the scene.
            copy.revision = max(copy.revision, entry["revision"])
            copy.stream = state["stream"]
        else:
            copy = Copy(name, self.epoch)
            copy.replace(state, state["stream"], self.epoch, entry["revision"])
            self.counts[f"snapshot {state.get('reason', 'first')}"] += 1
        self.copies[name] = copy
        self.scene_of_stream[copy.stream] = name

    def _apply(self, copy, delta):
        if delta["from"] < copy.revision < delta["to"]:
            # Only in narrowed streams, after a snapshot or a return.
            self.counts["deltas from below"] += 1
        counts = copy.apply(delta)
        if counts is None:
            self.counts["deltas known already"] += 1
            return
        self.counts["deltas"] += 1
        for change in delta["nodes"].values():      # which forms have been seen
            if isinstance(change.get("children"), dict):
                self.counts["children told as remove and insert"] += 1
            if "childCount" in change.get("unset", []) or "children" in change.get("unset", []):
                self.counts["nodes that crossed the depth"] += 1
        self.counts["nulled roots"] += copy.root is None
        self.on_delta(copy, delta, counts)

    def on_notification(self, method, params):
        if method == "delta":
            scene = self.scene_of_stream.get(params["stream"])
            if scene is None:
                raise OutOfStep(f"a delta of an unknown stream {params['stream']}")
            self._apply(self.copies[scene], params)
        elif method == "resync":
            # `fellBehind`, or `opened`: a new scene. Either way all there is.
            name = params["scene"]
            copy = self.copies.get(name) or Copy(name, params["epoch"])
            if "merged" in params and name in self.copies and params["stream"] == copy.stream:
                here = "as here" if params["merged"]["from"] == copy.revision else (
                    "below" if params["merged"]["from"] < copy.revision else "above")
                self.counts[f"merged from {here}" + (", narrowed" if self.narrowed() else "")] += 1
            self.scene_of_stream.pop(copy.stream, None)
            copy.replace(params, params["stream"], params["epoch"], params["revision"])
            self.copies[name] = copy
            self.scene_of_stream[copy.stream] = name
            self.counts[f"resync {params['reason']}"] += 1
            self.on_resync(copy, params)
        elif method == "sceneClosed":
            copy = self.copies.pop(params["scene"], None)
            if copy is not None:
                self.scene_of_stream.pop(copy.stream, None)
            self.counts["scenes closed"] += 1
            self.on_closed(params["scene"])
        elif method == "lost":
            # Scenes may have been closed without our hearing of it.
            self.counts["lost"] += 1
            self.send("listScenes", None, self._drop_closed)
        elif method == "goodbye":
            self.goodbye = params["reason"]

    def _drop_closed(self, answer):
        there = {scene["name"] for scene in answer["result"]["scenes"]}
        for name in set(self.copies) - there:
            self.scene_of_stream.pop(self.copies.pop(name).stream, None)
            self.counts["closed while behind"] += 1

    # -- comparing with getTree

    def verify(self, scene):
        """Asks getTree of the same scope; when the answer comes it is compared with the copy.

        Requests are answered in order, and what changed before comes before, so
        that the copy is then where the answer is.
        """
        copy = self.copies[scene]
        self.counts["getTree asked"] += 1
        self.send("getTree", {"scene": scene, **self.scope}, lambda answer: self._compare(copy, answer))

    def _compare(self, copy, answer):
        if self.copies.get(copy.scene) is not copy:
            self.counts["not compared: scene closed"] += 1
            return
        if "error" in answer:
            # The root of the scope has gone (1003); the copy must know that, too.
            if answer["error"]["code"] == 1003 and copy.root is None:
                self.counts["comparisons of a gone root"] += 1
            elif answer["error"]["code"] == 1000:
                self.counts["not compared: scene closed"] += 1
            else:
                self._differ(copy, answer["error"])
            return
        tree = answer["result"]
        theirs = {"root": tree["root"], "focus": tree["focus"], "nodes": tree["nodes"]}
        mine = {"root": copy.root, "focus": copy.focus, "nodes": copy.nodes}
        difference = first_difference(mine, theirs)
        if tree["revision"] == copy.revision:
            self.counts["comparisons"] += 1
            if difference:
                self._differ(copy, difference)
        elif self.strict and self.narrowed() and tree["revision"] > copy.revision:
            # A narrowed stream says nothing of changes that it does not show, so the copy
            # should be equal at the later revision, too - but not when we are so far behind
            # that a resync is still to come: answers overtake those. `sync` before the
            # question excludes that; who asks so may set `strict`.
            self.counts["comparisons at a later revision"] += 1
            if difference:
                self._differ(copy, f"(getTree at {tree['revision']}) {difference}")
        else:
            self.counts["not compared: other revision"] += 1

    def narrowed(self):
        return any(value is not None for value in self.scope.values())

    def _differ(self, copy, what):
        self.differences.append(f"scene {copy.scene}, scope {self.scope}, stream {copy.stream}, "
                                f"revision {copy.revision}: {what}")


# --------------------------------------------------------------------------
# The program
# --------------------------------------------------------------------------

def main():
    parser = argparse.ArgumentParser(description="Follows the state of a scene, one line a delta.")
    parser.add_argument("socket")
    parser.add_argument("--scene", help="without it all scenes")
    parser.add_argument("--seconds", type=float, help="end after so long; without it when the daemon ends")
    parser.add_argument("--verify", action="store_true", help="compare with getTree after each delta")
    parser.add_argument("--detail", choices=["controllers", "navigationItems", "views"])
    parser.add_argument("--controller")
    parser.add_argument("--depth", type=int)
    parser.add_argument("--fields", type=lambda text: text.split(","))
    options = parser.parse_args()

    client = StateClient(options.socket, options.scene, options.detail, options.controller,
                         options.depth, options.fields)

    def line(copy, what, counts):
        print(f"{copy.scene} {copy.revision}\t{what}\t{counts}", flush=True)
        if options.verify:
            client.verify(copy.scene)

    def on_delta(copy, delta, counts):
        cause = delta["cause"]
        words = [cause["kind"]] + [str(cause[k]) for k in ("method", "client", "id") if k in cause]
        line(copy, " ".join(words), "new {} set {} gone {}".format(*counts))

    client.on_delta = on_delta
    client.on_resync = lambda copy, params: line(copy, "resync " + params["reason"], f"nodes {len(copy.nodes)}")
    client.on_closed = lambda scene: print(f"{scene} closed", flush=True)
    try:
        client.connect()
    except (OSError, Disconnected, RpcError) as error:
        sys.exit(f"{options.socket}: {error}")
    for copy in client.copies.values():
        line(copy, "snapshot", f"nodes {len(copy.nodes)}")
    end = None if options.seconds is None else time.monotonic() + options.seconds
    try:
        while not client.differences:
            left = 1 if end is None else end - time.monotonic()
            if left <= 0:
                client.call("sync")     # what was asked is answered before
                break
            client.poll(min(left, 1))
    except Disconnected as error:
        print(f"{error}; {client.goodbye or 'no goodbye'}")
    except KeyboardInterrupt:
        pass
    if options.verify:
        compared = sum(n for name, n in client.counts.items() if name.startswith("comparisons"))
        print(f"{compared} comparisons with getTree")
        if client.differences:
            print(f"differs: {client.differences[0]}")
            sys.exit(1)


if __name__ == "__main__":
    main()
