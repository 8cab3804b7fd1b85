"""The end of the daemon, as clients see it. These tests end the daemon; each needs one of its own."""

import json
import os
import signal
import unittest

from support import DaemonTestCase, ping


class EndTests(DaemonTestCase):
    def test_sigterm_answers_what_is_outstanding(self):
        process = self.client().call("getServerInfo")["pid"]
        connection = self.raw()
        # Less than the daemon reads at once: when the first answer is here, it has all of them.
        count = 500
        connection.sendall(b"".join(ping(i) for i in range(count)))
        stream = connection.makefile("rb")
        first = json.loads(stream.readline())
        os.kill(process, signal.SIGTERM)
        rest = stream.read()
        self.assertTrue(rest.endswith(b"\n"), "the last line was cut")
        answers = [first] + [json.loads(line) for line in rest.splitlines()]
        goodbye = {"jsonrpc": "2.0", "method": "goodbye", "params": {"reason": "shutdown"}}
        self.assertEqual(answers.pop(), goodbye)
        self.assertEqual(answers, [{"jsonrpc": "2.0", "id": i, "result": "pong"} for i in range(count)])


if __name__ == "__main__":
    unittest.main()
