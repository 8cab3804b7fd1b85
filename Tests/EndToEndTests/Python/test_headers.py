"""Messages with headers, byte by byte, on the real socket."""

import json
import re
import socket
import unittest

from support import DaemonTestCase, ping

PONG = {"jsonrpc": "2.0", "id": 1, "result": "pong"}


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def read_bodies(connection: socket.socket) -> list:
    """Everything until the daemon closes, which must be whole messages with headers, as parsed bodies."""
    data = b""
    while chunk := connection.recv(65536):
        data += chunk
    bodies = []
    while data:
        header = re.match(rb"Content-Length: ([0-9]+)\r\n\r\n", data)
        assert header, f"no header at {data[:80]!r}"
        end = header.end() + int(header[1])
        assert len(data) >= end, f"the last message was cut: {data[-80:]!r}"
        bodies.append(json.loads(data[header.end() : end]))
        data = data[end:]
    return bodies


class HeaderTests(DaemonTestCase):
    def exchange(self, *pieces: bytes) -> list:
        connection = self.raw()
        for piece in pieces:
            connection.sendall(piece)
        connection.shutdown(socket.SHUT_WR)
        return read_bodies(connection)

    def test_messages_come_in_any_pieces(self):
        stream = framed(ping(1)) + b"content-LENGTH:40\r\nX: y\r\n\r\n" + ping(1)[:-1].ljust(40) + framed(b"")
        stream = b"C: first\r\n" + stream + framed(b"[" + ping(1) + b"]")
        expected = [PONG, PONG, [PONG]]
        self.assertEqual(self.exchange(stream), expected)
        self.assertEqual(self.exchange(*(bytes([byte]) for byte in stream)), expected)
        self.assertEqual(self.exchange(*(stream[i : i + 143] for i in range(0, len(stream), 143))), expected)

    def test_half_close_answers_everything(self):
        answers = self.exchange(b"".join(framed(ping(i)) for i in range(1000)))
        self.assertEqual([answer["id"] for answer in answers], list(range(1000)))

    def test_a_message_over_the_limit_is_one_error_and_the_next_is_answered(self):
        limit = self.client().call("getServerInfo")["limits"]["line"]
        answers = self.exchange(framed(b"\n" * (3 * limit)) + framed(ping(1)))
        self.assertEqual(len(answers), 2)
        data = answers[0]["error"]["data"]
        self.assertEqual((data["reason"], data["limit"], data["got"]), ("lineTooLong", limit, 3 * limit))
        self.assertEqual(answers[1], PONG)

    def test_a_bad_header_is_one_error_then_goodbye_and_the_end(self):
        # The own direction stays open: it is the daemon that closes.
        connection = self.raw()
        connection.sendall(framed(ping(1)) + b"Content-Length: ten\r\n\r\n" + framed(ping(2)))
        answers = read_bodies(connection)
        self.assertEqual(answers[0], PONG)
        self.assertEqual((answers[1]["id"], answers[1]["error"]["code"]), (None, -32700))
        self.assertEqual(answers[1]["error"]["data"]["reason"], "badHeader")
        self.assertEqual(
            answers[2:], [{"jsonrpc": "2.0", "method": "goodbye", "params": {"reason": "badHeader"}}]
        )

    def test_both_framings_on_one_daemon(self):
        headers, lines = self.raw(), self.raw()
        subscribe = b'{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"kinds":["trace"]}}'
        headers.sendall(framed(subscribe))
        lines.sendall(subscribe + b"\n")
        # Both subscriptions hold once they are answered.
        self.assertTrue(lines.recv(1, socket.MSG_PEEK))
        self.assertTrue(headers.recv(1, socket.MSG_PEEK))
        self.client().call("displayView", view=1, scene="multiview")
        for connection in (headers, lines):
            connection.shutdown(socket.SHUT_WR)
        with_headers, in_lines = read_bodies(headers), self.read_lines(lines)
        # Each client has a name of its own.
        names = {answers[0]["result"].pop("client") for answers in (with_headers, in_lines)}
        self.assertEqual(len(names), 2)
        self.assertEqual(with_headers, in_lines)


if __name__ == "__main__":
    unittest.main()
