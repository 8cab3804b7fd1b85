#!/usr/bin/env python3
"""Proves that copies kept by StateClient stay equal to getTree, whatever happens.

    prove_state.py DAEMON [--seed N] [--requests N]

Starts a daemon of its own (DAEMON is its program), makes random requests, and lets clients of many
scopes follow, break off, come back, and fall behind.  Everything that is random
comes from the seed; only real clocks' timers differ between runs.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter

sys.dont_write_bytecode = True          # no files are left behind
from controllerd_state import Connection, Disconnected, OutOfStep, RpcError, StateClient

SECONDS = 50            # after so long no more requests are begun
RESTART_AT = 0.6        # of the requests: the daemon ends and starts anew
FIXED = {"multiview": "multiview", "segments": "segments", "maps": "maps"}
FIELDS = ["class", "role", "title", "label", "value", "frame", "selected", "appearance", "prompt",
          "rightBarButtonItems", "rightItems", "sections", "options", "identifier"]


class Daemon:
    def __init__(self, program, directory):
        self.program = program
        self.socket = os.path.join(directory, "socket")
        self.process = None

    def start(self):
        arguments = [self.program, "--socket", self.socket,
                     "--limit", "outputQueue=65536", "--limit", "replayDeltas=200"]
        for scene in FIXED:
            arguments += ["--scene", scene]
        self.process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL)
        probe = Connection(self.socket)
        for _ in range(200):
            try:
                probe.open()
                probe.call("ping")
                break
            except OSError:
                time.sleep(0.05)
        else:
            sys.exit("the daemon does not start")
        probe.close()

    def stop(self, violent=False):
        if self.process and self.process.poll() is None:
            # By its pid. SIGTERM closes the scenes, and tells so; SIGKILL leaves clients with their copies.
            self.process.send_signal(signal.SIGKILL if violent else signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                sys.exit("the daemon did not end at SIGTERM")
        return self.process.returncode if self.process else None


class Driver:
    """Makes random requests, all valid by schema; some are refused by state."""

    def __init__(self, path, rng):
        # It follows all scenes, too: what it causes must be told before it is answered.
        self.connection = StateClient(path)
        self.rng = rng
        self.counts = Counter()
        self.errors = Counter()
        self.scenes = {}                # name -> (application, clock)
        self.trees = {}                 # name -> nodes, as getTree said last

    def connect(self):
        self.connection.connect()
        self.refresh()

    def refresh(self):
        self.scenes = {s["name"]: (s["application"], s["clock"]["kind"])
                       for s in self.connection.call("listScenes")["scenes"]}

    def call(self, method, **params):
        self.counts[method] += 1
        try:
            result = self.connection.call(method, **params)
            copy = self.connection.copies.get(result["scene"])
            self.connection.counts["answers whose delta came before"] += 1
            # A scene that is closed has one more revision, which no delta tells.
            if method != "closeScene" and (copy is None or copy.revision != result["revision"]):
                raise OutOfStep(f"{method} answered revision {result['revision']} of {result['scene']}, "
                                f"the copy is at {copy and copy.revision}")
            return result
        except RpcError as error:
            self.errors[f"{method} {error.code} {error.data.get('reason')}"] += 1
            return None

    def nodes(self, scene):
        # An old tree is good enough most of the time: then targets are sometimes gone.
        if scene not in self.trees or self.rng.random() < 0.4:
            self.trees[scene] = self.connection.call("getTree", scene=scene)["nodes"]
        return self.trees[scene]

    def pick(self, scene, *roles):
        found = [i for i, n in self.nodes(scene).items() if n.get("role") in roles and n["kind"] in ("view", "barItem")]
        return self.rng.choice(found) if found else None

    def one_of(self, *applications):
        found = [s for s, (a, _) in self.scenes.items() if a in applications]
        return self.rng.choice(found) if found else None

    def change(self):
        """A method of those that go into a transaction, with its parameters; or None."""
        rng = self.rng
        kind = rng.choices(["view", "segment", "tap", "text", "value", "rotate", "traits", "memory", "message"],
                           [5, 5, 4, 4, 2, 2, 2, 1, 3])[0]
        any_scene = rng.choice(list(self.scenes))
        if kind == "view":
            scene = self.one_of("multiview", "multiview-contained")
            return "displayView", {"view": rng.choice([1, 2]), "scene": scene}
        if kind == "segment":
            return "selectSegment", {"index": rng.choice([0, 1]), "scene": self.one_of("segments")}
        if kind == "tap":
            target = self.pick(any_scene, "button", "listItem", "searchInput", "label")
            return target and ("tap", {"target": target, "scene": any_scene})
        if kind == "text":
            scene = self.one_of("maps")
            target = self.pick(scene, "searchInput", "textInput")
            text = "".join(rng.choice("ab ä\"\\\n€😀") for _ in range(rng.randrange(12)))
            return target and ("setText", {"target": target, "text": text, "scene": scene,
                                           "submit": rng.choice([True, False, None])})
        if kind == "value":
            scene = self.one_of("segments")
            target = self.pick(scene, "radioGroup")
            return target and ("setValue", {"target": target, "value": rng.choice([0, 1]), "scene": scene})
        if kind == "rotate":
            return "rotate", {"orientation": rng.choice(["portrait", "portraitUpsideDown", "landscapeRight",
                                                         "landscapeLeft"]), "scene": any_scene}
        if kind == "traits":
            return "setTraits", {"userInterfaceStyle": rng.choice(["light", "dark", "unspecified", None]),
                                 "layoutDirection": rng.choice(["leftToRight", "rightToLeft", None]),
                                 "horizontalSizeClass": rng.choice(["compact", "regular", "unspecified", None]),
                                 "scene": any_scene}
        if kind == "memory":
            return "simulateMemoryWarning", {"scene": any_scene}
        scene = self.one_of("maps")
        to = [i for i, n in self.nodes(scene).items() if n["class"] == "MapViewController"]
        markers = [{"title": f"M{rng.randrange(40)}", "latitude": rng.randint(-90, 90),
                    "longitude": rng.randint(-180, 180)} for _ in range(rng.choice([0, 1, 5, 12, 60]))]
        if markers and rng.random() < 0.3:
            return "sendMessage", {"to": rng.choice(to), "message": "zoomToMarker",
                                   "arguments": {"marker": markers[0]}, "scene": scene}
        return "sendMessage", {"to": rng.choice(to), "message": "setMarkers",
                               "arguments": {"markers": markers}, "scene": scene}

    def step(self):
        rng = self.rng
        kind = rng.choices(["change", "transaction", "clock", "open", "close"], [60, 8, 10, 2, 2])[0]
        virtual = [s for s, (_, clock) in self.scenes.items() if clock == "virtual"]
        extra = [s for s in self.scenes if s not in FIXED]
        if kind == "transaction":
            changes = [c for c in (self.change() for _ in range(rng.randint(2, 6))) if c]
            changes = [c for c in changes if c[1]["scene"] == changes[0][1]["scene"]]
            if changes:
                return self.call("transaction", calls=[
                    {"method": m, "params": {k: v for k, v in p.items() if v is not None}} for m, p in changes])
        if kind == "clock" and virtual:
            return self.call("advanceClock", seconds=rng.choice([0.05, 0.2, 0.35, 1, 5]), scene=rng.choice(virtual))
        if kind == "open" and len(extra) < 4:
            name = rng.choice(["x1", "x2", "x3", "x4", "x5"])
            if name not in self.scenes:
                self.call("openScene", application=rng.choice(["multiview", "multiview-contained", "segments", "maps"]),
                          name=name, clock=rng.choice(["virtual", "virtual", "real"]),
                          profile=rng.choice(["ios5", "latest"]))
                return self.refresh()
        if kind == "close" and extra:
            name = rng.choice(extra)
            self.call("closeScene", scene=name)
            self.trees.pop(name, None)
            return self.refresh()
        change = self.change()
        if change:
            self.call(change[0], **change[1])


class Follower:
    """A StateClient, and how it behaves."""

    def __init__(self, path, rng, label, drops=False, stalls=False, slow=False, **scope):
        self.rng = rng
        self.label = label
        self.drops = drops              # breaks off at random
        self.stalls = stalls            # does not read for long
        self.slow = slow                # reads less than comes
        self.client = StateClient(path, **scope)
        self.client.strict = True       # compare() says sync first
        if slow:
            self.client.chunk = 1000
        self.away = 0                   # so many requests long it is not connected, or does not read
        self.connected = False

    def connect(self):
        client = self.client
        if self.drops and self.rng.random() < 0.03:
            # A client that is mistaken: it gets a snapshot, `notReached`.
            for copy in client.copies.values():
                copy.revision += 100000
        try:
            client.connect()
            self.connected = True
        except RpcError as error:
            client.close()
            self.connected = False
            client.counts[f"subscribe refused {error.code}"] += 1
            if error.code not in (1000, 1003):
                raise
            # The scene, or the root of the scope, is there no more: nor is the copy.
            client.copies.clear()
            if error.code == 1003:
                self.choose_root()
            self.away = self.rng.randint(5, 40)

    def choose_root(self):
        """Follows another controller of the scene, any one; from the beginning."""
        client = self.client
        client.copies.clear()
        asker = Connection(client.path)
        asker.open()
        nodes = asker.call("getTree", scene=client.scene, detail="controllers")["nodes"]
        asker.close()
        client.scope["controller"] = self.rng.choice([i for i, n in nodes.items() if n["kind"] == "controller"])
        client.counts["roots chosen anew"] += 1

    def disconnect(self, turns):
        self.client.close()
        self.connected = False
        self.away = turns

    def turn(self):
        """After each request of the driver."""
        rng, client = self.rng, self.client
        if self.away:
            self.away -= 1
            if self.away:
                return
            if not self.connected:
                self.connect()
        if not self.connected:
            self.away = self.away or 1
            return
        if self.stalls and rng.random() < 0.02:
            client.counts["stalls"] += 1
            self.away = rng.randint(100, 1200)
            return
        if self.slow:
            client.poll(most=rng.randint(0, 2))
            if rng.random() < 0.003:
                self.compare()
            return
        if rng.random() < 0.4:
            client.poll()
        if rng.random() < 0.08:
            self.compare()
        gone = client.scope["controller"] and any(c.root is None for c in client.copies.values())
        if gone or (client.scope["controller"] and rng.random() < 0.005):
            self.compare()
            self.disconnect(1)
            self.choose_root()
        elif client.scene not in FIXED and client.scene is not None and not client.copies:
            # Its scene was closed. The subscription stays for one that is opened under the name
            # (found by trying); wait for that, or leave.
            if rng.random() < 0.02:
                self.disconnect(rng.randint(1, 30))
        elif self.drops and rng.random() < 0.02:
            self.disconnect(rng.choice([1, 3, 10, 60, 300]))

    def compare(self):
        # The fence first: it brings what we were too slow for.
        self.client.call("sync")
        for scene in list(self.client.copies):
            self.client.verify(scene)
        self.client.call("sync")


def compare_all(followers, driver):
    """Every copy equals getTree at one revision, and copies are there for just the scenes that are."""
    for follower in followers:
        client = follower.client
        if not follower.connected:
            follower.connect()
            if not follower.connected:
                continue
        follower.away = 0
        for _ in range(50):             # real clocks may change a scene in between
            before = client.counts["not compared: other revision"]
            follower.compare()
            if client.counts["not compared: other revision"] == before:
                break
        else:
            client.differences.append(f"{follower.label}: never at getTree's revision")
        driver.refresh()
        expected = set(driver.scenes) if client.scene is None else {client.scene} & set(driver.scenes)
        if set(client.copies) != expected:
            client.differences.append(f"{follower.label}: has {sorted(client.copies)}, there are {sorted(expected)}")
        client.counts["comparisons of all"] += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("daemon")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--requests", type=int, default=4000)
    options = parser.parse_args()
    seed = options.seed
    print(f"seed {seed}", flush=True)
    rng = random.Random(seed)
    began = time.monotonic()
    directory = tempfile.mkdtemp(prefix="prove-")
    daemon = Daemon(options.daemon, directory)
    driver = None
    failed = None
    followers = []
    try:
        daemon.start()
        path = daemon.socket
        driver = Driver(path, rng)
        driver.connect()

        def follow(label, **options):
            followers.append(Follower(path, rng, label, **options))

        def fields():
            return sorted(rng.sample(FIELDS, rng.randint(1, 6)))

        follow("multiview", scene="multiview")
        follow("multiview, drops", scene="multiview", drops=True)
        follow("segments, drops", scene="segments", drops=True)
        follow("segments controllers, drops", scene="segments", detail="controllers", drops=True)
        follow("segments items", scene="segments", detail="navigationItems", fields=fields())
        follow("maps depth, drops", scene="maps", depth=rng.randint(0, 6), drops=True)
        follow("maps", scene="maps")
        follow("maps fields, drops", scene="maps", fields=[], drops=True)
        for name in FIXED:
            follow(f"a controller of {name}", scene=name, drops=True)
            followers[-1].choose_root()
        follow("a controller, depth", scene="segments", depth=rng.randint(1, 4), detail=rng.choice([None, "navigationItems"]))
        followers[-1].choose_root()
        follow("x1, comes and goes", scene="x1", drops=True)
        follow("all", drops=False)
        follow("all, drops", drops=True)
        follow("all, depth and fields, drops", depth=rng.randint(2, 9), fields=fields(), drops=True)
        follow("all controllers, drops", detail="controllers", drops=True)
        follow("all, stalls", stalls=True)
        follow("maps, stalls", scene="maps", stalls=True)
        follow("all, stalls 2", stalls=True)
        follow("all, most fields, stalls", fields=["class", "frame", "label", "role", "value"], stalls=True)
        follow("segments, depth, stalls", scene="segments", depth=9, stalls=True)
        follow("segments frames, stalls", scene="segments", fields=["frame", "label"], stalls=True)
        follow("segments at its depth", scene="segments", depth=7)
        follow("segments at its depth, drops", scene="segments", depth=7, fields=["title", "appearance"], drops=True)
        follow("segments at its depth, items", scene="segments", depth=5, detail="navigationItems")
        follow("all, slow", slow=True)
        follow("maps, slow", scene="maps", slow=True)
        follow("all items, stalls", detail="navigationItems", stalls=True)
        for follower in followers:
            follower.connect()

        restarted = False
        done = 0
        while done < options.requests and time.monotonic() - began < SECONDS:
            driver.step()
            done = sum(driver.counts.values())
            for follower in followers:
                follower.turn()
            if rng.random() < 0.002:
                compare_all(followers, driver)
            if not restarted and done > options.requests * RESTART_AT:
                restarted = True
                compare_all(followers, driver)
                violent = rng.random() < 0.5
                daemon.stop(violent)
                for follower in followers:
                    try:
                        if follower.connected:
                            while follower.client.poll(5):
                                pass
                            raise OutOfStep("the daemon ended, and the connection did not")
                    except Disconnected:
                        follower.client.counts[f"goodbye {follower.client.goodbye}"] += 1
                    follower.disconnect(rng.randint(1, 20))
                daemon.start()
                driver.trees.clear()
                driver.connect()
        driver.connection.poll()
        compare_all(followers, driver)
        for scene in driver.connection.copies:
            driver.connection.verify(scene)
        driver.connection.call("sync")
        differences = driver.connection.differences
        if differences:
            failed = f"the driver's copy: {differences[0]}"
        if done < options.requests // 2:
            failed = f"only {done} requests in {SECONDS} seconds"
        status = daemon.stop()
        if status != 0:
            failed = f"the daemon ended with {status}"
        if os.path.exists(path):
            failed = "the daemon left its socket"
    except (OutOfStep, RpcError, Disconnected, TimeoutError) as error:
        failed = f"{type(error).__name__}: {error}"
    finally:
        daemon.stop()
        shutil.rmtree(directory)

    total = Counter(driver.connection.counts if driver else {})
    for follower in followers:
        total.update(follower.client.counts)
        if follower.client.counts["deltas from below"] and not follower.client.narrowed():
            failed = failed or f"{follower.label}: in a whole scene's stream, a delta from below"
        for difference in follower.client.differences:
            failed = failed or f"{follower.label}: {difference}"
    if driver:
        print(f"requests {sum(driver.counts.values())}: " + ", ".join(f"{n} {c}" for n, c in driver.counts.most_common()))
        print(f"refused {sum(driver.errors.values())}: " + ", ".join(f"{n}: {c}" for n, c in driver.errors.most_common()))
    for name, count in sorted(total.items()):
        print(f"  {name}: {count}")
    print(f"{time.monotonic() - began:.1f} seconds; " + (f"FAILED: {failed}" if failed else "all copies equal"))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
