"""What the Python end-to-end tests share. They run against the daemon at the client's default path."""

import json
import socket
import unittest

import controllerd_client
from controllerd_client import Client

#: Longer than anything takes on a busy machine; no test waits for it to pass.
PATIENCE = 60.0


class DaemonTestCase(unittest.TestCase):
    """Gives tests clients that are closed with the test."""

    def client(self) -> Client:
        client = Client(timeout=PATIENCE)
        self.addCleanup(client.close)
        return client

    def raw(self) -> socket.socket:
        """A connection as it is, for tests of the bytes."""
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.addCleanup(connection.close)
        connection.settimeout(PATIENCE)
        connection.connect(controllerd_client.default_socket_path())
        return connection

    @staticmethod
    def read_lines(connection: socket.socket) -> list:
        """Everything until the daemon closes, as parsed lines; the last one must be whole."""
        data = b""
        while chunk := connection.recv(65536):
            data += chunk
        assert data == b"" or data.endswith(b"\n"), f"the last line was cut: {data[-80:]!r}"
        return [json.loads(line) for line in data.splitlines()]


def ping(identifier: int) -> bytes:
    return b'{"jsonrpc":"2.0","id":%d,"method":"ping"}\n' % identifier
