"""The end of the daemon, with requests that have arrived and were not read. It ends the daemon, and needs its own."""

import json
import os
import signal
import socket
import unittest

from support import DaemonTestCase, ping


class ArrivedTests(DaemonTestCase):
    def test_sigterm_answers_what_has_arrived(self):
        """More than the daemon reads at once, and not read at all when the signal comes; with and without half-close."""
        process = self.client().call("getServerInfo")["pid"]
        connections = [self.raw(), self.raw()]
        for connection in connections:
            connection.sendall(ping(-1))
            self.assertEqual(json.loads(connection.makefile("rb").readline())["id"], -1)
        os.kill(process, signal.SIGSTOP)
        # As much as the kernel takes for a daemon that does not read, by its default; the last line without LF.
        count = 2000
        for connection in connections:
            connection.sendall(b"".join(ping(i) for i in range(count)) + ping(count).rstrip(b"\n"))
        connections[1].shutdown(socket.SHUT_WR)
        os.kill(process, signal.SIGTERM)
        os.kill(process, signal.SIGCONT)
        whole, ended = [connection.makefile("rb").read().splitlines() for connection in connections]
        self.assertEqual([json.loads(line)["id"] for line in whole[:-1]], list(range(count)))
        self.assertEqual(json.loads(whole[-1])["method"], "goodbye")
        self.assertEqual([json.loads(line)["id"] for line in ended], list(range(count + 1)))


if __name__ == "__main__":
    unittest.main()
