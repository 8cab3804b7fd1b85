"""pygls, a JSON-RPC library that speaks with headers and knows nothing of the daemon, against the real daemon.

What is used of it is as it comes: its protocol, its reading loop, its converter. Only the connection is made here, since
pygls itself connects to TCP and to child processes.
"""

import asyncio
import unittest

import controllerd_client
from pygls.client import JsonRPCClient
from pygls.exceptions import JsonRpcException
from pygls.io_ import run_async
from support import PATIENCE


class UnixClient(JsonRPCClient):
    """The library's client on a Unix socket."""

    def __init__(self):
        super().__init__()
        self.faults = []
        self.writer = None
        self.reading = None

    async def start(self) -> None:
        path = controllerd_client.default_socket_path()
        reader, self.writer = await asyncio.open_unix_connection(path)
        self.protocol.set_writer(self.writer)
        self.reading = asyncio.create_task(
            run_async(
                stop_event=self._stop_event,
                reader=reader,
                protocol=self.protocol,
                error_handler=self.report_server_error,
            )
        )

    def report_server_error(self, error, source):
        self.faults.append(error)

    async def call(self, method: str, params=None):
        return await asyncio.wait_for(self.protocol.send_request_async(method, params), PATIENCE)

    async def finish(self) -> None:
        """Ends the own direction; the daemon then closes the other, at which the library's loop ends."""
        self.writer.write_eof()
        await asyncio.wait_for(self.reading, PATIENCE)
        self.writer.close()
        await self.writer.wait_closed()


class PyglsTests(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.daemon = UnixClient()
        await self.daemon.start()

    async def asyncTearDown(self):
        await self.daemon.finish()
        self.assertEqual(self.daemon.faults, [], "the library has understood all that the daemon sent")

    async def test_ping(self):
        self.assertEqual(await self.daemon.call("ping"), "pong")

    async def test_a_call_with_parameters_by_name_and_by_position(self):
        by_name = await self.daemon.call("displayView", {"view": 2})
        self.assertEqual((by_name.view, by_name.scene), (2, "multiview"))
        by_position = await self.daemon.call("displayView", [1])
        self.assertEqual(by_position.view, 1)
        self.assertGreater(by_position.revision, by_name.revision)

    async def test_an_error_has_its_code_and_reason_and_the_connection_goes_on(self):
        with self.assertRaises(JsonRpcException) as caught:
            await self.daemon.call("displayView", {"view": 99})
        self.assertEqual(caught.exception.code, 1008)
        self.assertEqual(caught.exception.data["reason"], "viewNotFound")
        with self.assertRaises(JsonRpcException) as caught:
            await self.daemon.call("noSuchMethod")
        self.assertEqual(caught.exception.code, -32601)
        self.assertEqual(await self.daemon.call("ping"), "pong")

    async def test_notifications_of_what_a_request_caused_come_before_its_answer(self):
        seen = []

        @self.daemon.feature("trace")
        def on_trace(params):
            seen.append(params.event)

        await self.daemon.call("displayView", {"view": 1})
        await self.daemon.call("subscribe", {"kinds": ["trace"], "scene": "multiview"})
        answered = self.daemon.protocol.send_request(
            "displayView", {"view": 2}, callback=lambda result: seen.append(result.view)
        )
        await asyncio.wait_for(asyncio.wrap_future(answered), PATIENCE)
        self.assertEqual(
            [word for word in seen if not str(word).endswith("LayoutSubviews")],
            [
                "viewWillDisappear",
                "deinit",
                "loadView",
                "viewDidLoad",
                "viewWillAppear",
                "viewIsAppearing",
                "viewDidAppear",
                2,
            ],
        )

    async def test_a_notification_of_the_clients_own_is_carried_out(self):
        await self.daemon.call("displayView", {"view": 1})
        self.daemon.protocol.notify("displayView", {"view": 2})
        self.assertIn("Two!", str(await self.daemon.call("getTree")))

    async def test_many_calls_at_once_are_answered_each(self):
        answers = await asyncio.gather(*(self.daemon.call("displayView", [1 + i % 2]) for i in range(200)))
        self.assertEqual([answer.view for answer in answers], [1 + i % 2 for i in range(200)])


if __name__ == "__main__":
    unittest.main()
