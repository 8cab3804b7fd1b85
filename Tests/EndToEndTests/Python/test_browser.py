"""What a browser sends, and others who take the socket for something else: refused with the first byte.

The files beside this one, in `browser`, are what Chromium has sent through a TCP relay in each attempt of a web page to display
a view. `.ci/browser --record Tests/EndToEndTests/Python/browser` writes them anew.
"""

import fcntl
import json
import re
import socket
import struct
import termios
import time
import unittest
from pathlib import Path

from support import PATIENCE, DaemonTestCase

LINE = b'{"jsonrpc":"2.0","id":1,"method":"displayView","params":{"view":2}}'
RECORDED = {path.stem: path.read_bytes() for path in sorted((Path(__file__).parent / "browser").glob("*.http"))}
POST = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n" % len(LINE)
#: What no page can make a browser send, but other programs do.
OTHERS = {
    "a GET with a body": POST.replace(b"POST", b"GET") + LINE,
    "a TRACE": POST.replace(b"POST", b"TRACE") + LINE + b"\n",
    "a body in chunks": b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n44\r\n" + LINE + b"\n\r\n0\r\n\r\n",
    "HTTP of lower case": b"post / http/1.1\r\n\r\n" + LINE + b"\n",
    "HTTP/2 that was known before": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + LINE + b"\n",
    "requests one after the other": (POST + LINE) * 20 + LINE + b"\n",
    "blank lines first, as servers of HTTP allow": b"\r\n\r\n \t" + POST + LINE + b"\n",
    "a redirected shell": b"echo hello\n" + LINE + b"\n",
    "a mail": b"EHLO 127.0.0.1\r\n" + LINE + b"\r\n",
    "XML": b"<request/>\n" + LINE + b"\n",
    "a NUL": b"\x00" + LINE + b"\n",
    "a byte-order mark": b"\xef\xbb\xbf" + LINE + b"\n",
    "2,000 lines of rubbish": b"rubbish\n" * 2000 + LINE + b"\n",
    "the end of an array": b"],\n" + LINE + b"\n",
    # These begin as messages with headers do.
    "a CONNECT": b"CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n" + LINE + b"\n",
    "a COPY": POST.replace(b"POST", b"COPY") + LINE,
}


class BrowserTests(DaemonTestCase):
    def screen(self) -> list:
        """The revision and all that is on screen, and how many notifications have failed."""
        client = self.client()
        tree = client.call("getTree", scene="multiview")
        root = next(name for name, node in tree["nodes"].items() if node["kind"] == "controller")
        failed = client.call("getServerInfo")["counters"]["failedNotifications"]
        return [tree, client.call("getController", scene="multiview", controller=root), failed]

    def expect_refused(self, name: str, stream: bytes, size: int, ends: bool) -> None:
        """Sends a stream in pieces that the daemon reads one by one, and expects one error, a goodbye and the end.

        The stream is not ended before the daemon has ended the connection, unless `ends`.
        """
        before = self.screen()
        connection = self.raw()
        received = b""
        try:
            for start in range(0, len(stream), size):
                connection.sendall(stream[start : start + size])
                if size < len(stream):
                    self.wait_until_read(connection)
            if ends:
                connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # It has ended the connection before all was sent, as it should; what it has said is there.
        try:
            while chunk := connection.recv(65536):
                received += chunk
        except ConnectionResetError:
            pass  # What it has not read, it has thrown away.
        connection.close()
        said = [json.loads(text) for text in re.split(rb"\n|Content-Length: [0-9]+\r\n\r\n", received) if text]
        summary = [(one.get("error", {}).get("code"), one.get("id"), one.get("method")) for one in said]
        case = f"{name}, {size} bytes a piece, ended: {ends}"
        self.assertEqual(summary, [(-32700, None, None), (None, None, "goodbye")], case)
        self.assertEqual(self.screen(), before, case)

    @staticmethod
    def wait_until_read(connection: socket.socket) -> None:
        deadline = time.monotonic() + PATIENCE
        while struct.unpack("i", fcntl.ioctl(connection, termios.TIOCOUTQ, bytes(4)))[0]:
            assert time.monotonic() < deadline, "the daemon does not read"
            time.sleep(0)

    def refuse_all(self, streams: dict) -> None:
        for name, stream in streams.items():
            head = stream.find(b"\r\n\r\n") + 4
            for size in sorted({1 if len(stream) < 4096 else 1000, max(head, 64), len(stream)}):
                # Where the daemon goes on, nothing but our end ends a connection: that comes first, and fails at once.
                for ends in (True, False):
                    self.expect_refused(name, stream, size, ends)

    def test_what_a_browser_sends_is_refused_with_its_first_byte(self):
        self.assertEqual(len(RECORDED), 21)
        # The line is there as it was typed, so that it would be carried out, in all but eight.
        self.assertEqual(sum(LINE in stream.replace(b',"x":"="}', b"}") for stream in RECORDED.values()), 13)
        self.refuse_all(RECORDED)

    def test_what_others_send_is_refused_with_its_first_byte(self):
        self.refuse_all(OTHERS)

    def test_what_begins_as_json_or_with_a_header_is_not_refused(self):
        for first in (b"{", b"[", b'"', b"0", b"-", b"t", b"f", b"n", b"\r\n\t {"):
            with self.subTest(first):
                connection = self.raw()
                connection.sendall(first + b"\n" + LINE.replace(b"displayView", b"ping").replace(b'"view":2', b"") + b"\n")
                connection.shutdown(socket.SHUT_WR)
                answers = self.read_lines(connection)
                self.assertEqual(answers[0]["id"], None)
                self.assertEqual(answers[1], {"jsonrpc": "2.0", "id": 1, "result": "pong"})


if __name__ == "__main__":
    unittest.main()
