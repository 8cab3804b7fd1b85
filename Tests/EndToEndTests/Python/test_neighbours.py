"""Clients that misbehave, and the neighbours whom that must not harm."""

import json
import socket
import unittest

from support import DaemonTestCase, ping


class NeighbourTests(DaemonTestCase):
    def test_a_client_that_floods_and_never_reads(self):
        flooder, neighbour = self.raw(), self.client()
        flooder.setblocking(False)
        sent = 0
        block = b"".join(ping(1) for _ in range(1000))
        # 64 MB, unless the daemon stops reading before, which it may: it holds no more than its queue's limit.
        while sent < 64_000_000:
            try:
                sent += flooder.send(block)
            except BlockingIOError:
                break
            if sent % 1_000_000 < len(block):
                self.assertEqual(neighbour.call("ping"), "pong")
        for view in (1, 2, 1):
            self.assertEqual(neighbour.call("displayView", view=view)["view"], view)

    def test_a_subscriber_that_never_reads(self):
        sleeper, neighbour = self.raw(), self.client()
        sleeper.sendall(b'{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"kinds":["trace"]}}\n')
        for turn in range(2000):
            neighbour.notify("displayView", view=1 + turn % 2)
        self.assertEqual(neighbour.call("displayView", view=1)["view"], 1)

    def test_clients_that_vanish_in_the_middle(self):
        neighbour = self.client()
        for rest in (b"", b'{"jsonrpc":"2.0","id":1,"meth', ping(1) * 500, ping(1)[:-1], b"\n" * 100):
            for _ in range(10):
                connection = self.raw()
                connection.sendall(rest)
                connection.close()
        for _ in range(10):
            connection = self.raw()
            connection.sendall(b'{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"kinds":["trace"]}}\n')
            connection.close()
            self.assertEqual(neighbour.call("displayView", view=1)["view"], 1)
        self.assertEqual(neighbour.call("ping"), "pong")

    def test_a_client_that_half_closes_before_it_reads(self):
        connection = self.raw()
        connection.sendall(b"".join(ping(i) for i in range(1000)))
        connection.shutdown(socket.SHUT_WR)
        self.assertEqual([answer["id"] for answer in self.read_lines(connection)], list(range(1000)))


class BytesTests(DaemonTestCase):
    def test_a_request_may_come_byte_by_byte(self):
        connection = self.raw()
        for byte in ping(7):
            connection.sendall(bytes([byte]))
        connection.shutdown(socket.SHUT_WR)
        self.assertEqual(self.read_lines(connection), [{"jsonrpc": "2.0", "id": 7, "result": "pong"}])

    def test_a_line_over_the_limit_is_one_error_and_the_next_line_is_answered(self):
        limit = self.client().call("getServerInfo")["limits"]["line"]
        connection = self.raw()
        connection.sendall(b'{"jsonrpc":"2.0","id":1,"method":"' + b"x" * (3 * limit) + b'"}\n' + ping(2))
        connection.shutdown(socket.SHUT_WR)
        answers = self.read_lines(connection)
        self.assertEqual(len(answers), 2)
        self.assertEqual(answers[0]["error"]["data"]["limit"], limit)
        self.assertEqual(answers[1], {"jsonrpc": "2.0", "id": 2, "result": "pong"})

    def test_bytes_that_are_no_text_are_one_error_a_line(self):
        connection = self.raw()
        bad = [b"\x00", b"\xff\xfe", b'"\xc3"', b"[" * 5000, b'{"a":1,"a":2}', b"{}{}", b"\xef\xbb\xbf{}"]
        # A first byte that begins no JSON ends the connection; later it is a line like others.
        connection.sendall(ping(-1) + b"".join(line + b"\n" + ping(i) for i, line in enumerate(bad)))
        connection.shutdown(socket.SHUT_WR)
        answers = self.read_lines(connection)[1:]
        self.assertEqual(len(answers), 2 * len(bad))
        for i in range(len(bad)):
            self.assertEqual(answers[2 * i]["error"]["code"], -32700, bad[i])
            self.assertIsNone(answers[2 * i]["id"])
            self.assertEqual(answers[2 * i + 1]["id"], i)

    def test_an_error_names_the_place_in_the_request(self):
        connection = self.raw()
        request = {"jsonrpc": "2.0", "id": 1, "method": "displayView", "params": {"view": "two"}}
        connection.sendall(json.dumps(request).encode() + b"\n")
        connection.shutdown(socket.SHUT_WR)
        (answer,) = self.read_lines(connection)
        self.assertEqual(answer["error"]["code"], -32602)
        self.assertEqual(answer["error"]["data"]["pointer"], "/params/view")


if __name__ == "__main__":
    unittest.main()
