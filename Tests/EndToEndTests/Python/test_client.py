"""The Python client against the real daemon, started with `--scene multiview --scene multiview-contained`."""

import os
import socket
import tempfile
import threading
import unittest
from unittest import mock

from controllerd_client import Client, ConnectionLost, RequestFailed, default_socket_path
from support import DaemonTestCase


def without_layout(notifications) -> list:
    return [
        f"{n.params['class']} {n.params['event']}"
        for n in notifications
        if n.method == "trace" and not n.params["event"].endswith("LayoutSubviews")
    ]


class CallTests(DaemonTestCase):
    def test_parameters_by_name_and_by_position_are_the_same(self):
        daemon = self.client()
        by_name = daemon.call("displayView", view=2, scene="multiview")
        by_position = daemon.call("displayView", 2)
        self.assertEqual(by_name["view"], by_position["view"])
        self.assertEqual(by_name["scene"], by_position["scene"])
        self.assertLess(by_name["revision"], by_position["revision"])

    def test_an_error_is_raised_with_its_reason_and_nothing_has_changed(self):
        daemon = self.client()
        before = daemon.call("getTree")
        with self.assertRaises(RequestFailed) as caught:
            daemon.call("displayView", view=99)
        self.assertEqual(caught.exception.code, 1008)
        self.assertEqual(caught.exception.reason, "viewNotFound")
        self.assertEqual(daemon.call("getTree"), before)

    def test_wrong_by_schema_is_told_from_wrong_by_state(self):
        daemon = self.client()
        for params in ({"view": "two"}, {}, {"view": 1, "colour": "red"}):
            with self.assertRaises(RequestFailed) as caught:
                daemon.call("displayView", **params)
            self.assertEqual(caught.exception.code, -32602, params)
        with self.assertRaises(RequestFailed) as caught:
            daemon.call("displayView", view=1, scene="nowhere")
        self.assertEqual(caught.exception.code, 1000)

    def test_a_notification_is_carried_out_and_not_answered(self):
        daemon = self.client()
        daemon.call("displayView", view=1)
        daemon.notify("displayView", view=2)
        daemon.notify("displayView", view=99)
        self.assertEqual(daemon.call("ping"), "pong")
        self.assertIn("Two!", str(daemon.call("getTree")))
        self.assertEqual(daemon.next_notification(timeout=0), None)

    def test_a_batch_keeps_its_order_and_has_errors_in_their_places(self):
        daemon = self.client()
        results = daemon.batch(["ping", ("displayView", {"view": 99}), ("displayView", {"view": 2}), "ping"])
        self.assertEqual(results[0], "pong")
        self.assertIsInstance(results[1], RequestFailed)
        self.assertEqual(results[2]["view"], 2)
        self.assertEqual(results[3], "pong")
        self.assertEqual(daemon.batch([]), [])

    def test_a_batch_that_is_too_long_is_refused_as_a_whole(self):
        daemon = self.client()
        before = daemon.call("getTree")["revision"]
        limit = daemon.call("getServerInfo")["limits"]["batch"]
        with self.assertRaises(RequestFailed) as caught:
            daemon.batch([("displayView", {"view": 1})] * (limit + 1))
        self.assertEqual(caught.exception.code, -32600)
        self.assertEqual(daemon.call("getTree")["revision"], before)

    def test_text_of_every_script_survives(self):
        daemon = self.client()
        with self.assertRaises(RequestFailed) as caught:
            daemon.call("tap", target='"Grüße" \\ 画面 🙂 \u0001')
        self.assertEqual(caught.exception.reason, "targetNotFound")
        self.assertEqual(daemon.call("ping"), "pong")


class WaitingTests(DaemonTestCase):
    def test_a_call_that_waits_is_given_its_own_time_beside_the_clients(self):
        daemon = self.client()
        daemon.timeout = 30.0
        for arguments, named, seconds in [
            (("ping",), {}, 30.0),
            (("wait",), {"where": {"revision": 1}}, 35.0),
            (("wait",), {"where": {"revision": 1}, "timeout": 600}, 630.0),
            (("wait", {"revision": 1}, 2.5), {}, 32.5),
            (("settle",), {}, 35.0),
            (("settle", 7), {}, 37.0),
            (("settle",), {"timeout": None}, 35.0),
            (("settle",), {"timeout": "x"}, 35.0),
            (("anotherMethod",), {"timeout": 60}, 90.0),
        ]:
            with mock.patch("controllerd_client.time.monotonic", return_value=1000.0), mock.patch.object(
                daemon, "_read_message", side_effect=TimeoutError
            ) as read, mock.patch.object(daemon, "_send"):
                self.assertRaises(TimeoutError, daemon.call, *arguments, **named)
            read.assert_called_once_with(1000.0 + seconds)

    def test_without_a_limit_there_is_none_for_a_call_that_waits(self):
        daemon = self.client()
        daemon.timeout = None
        with mock.patch.object(daemon, "_read_message", side_effect=TimeoutError) as read:
            self.assertRaises(TimeoutError, daemon.call, "settle", timeout=1)
        read.assert_called_once_with(None)

    def test_the_daemons_own_answer_says_what_is_missing(self):
        daemon = self.client()
        daemon.call("displayView", view=1, scene="multiview")
        with self.assertRaises(RequestFailed) as caught:
            daemon.call("wait", where={"target": "One!", "onScreen": False}, timeout=0.25, scene="multiview")
        self.assertEqual(caught.exception.reason, "waitTimedOut")
        closest = caught.exception.data["closest"]
        self.assertEqual(closest["differs"], [{"name": "onScreen", "expected": False, "got": True}])


class RefusalTests(unittest.TestCase):
    """A listener that refuses, and has closed the connection before anything is sent."""

    ERROR = (
        b'{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"There are too many connections.",'
        b'"data":{"reason":"tooManyConnections"}}}\n'
    )
    GOODBYE = b'{"jsonrpc":"2.0","method":"goodbye","params":{"reason":"tooManyConnections"}}\n'

    def refused(self, lines: bytes) -> Client:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        path = os.path.join(directory.name, "s")
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(path)
            listener.listen()
            client = Client(path)
            self.addCleanup(client.close)
            connection, _ = listener.accept()
            connection.sendall(lines)
            connection.close()
        return client

    def test_a_call_and_a_notification_tell_the_reason(self):
        for use in (Client.call, Client.notify):
            with self.assertRaises(RequestFailed) as caught:
                use(self.refused(self.ERROR + self.GOODBYE), "ping")
            self.assertEqual(caught.exception.reason, "tooManyConnections")

    def test_so_does_a_batch(self):
        with self.assertRaises(RequestFailed) as caught:
            self.refused(self.ERROR + self.GOODBYE).batch(["ping"])
        self.assertEqual(caught.exception.reason, "tooManyConnections")

    def test_the_end_of_a_connection_has_the_reason_of_goodbye(self):
        with self.assertRaisesRegex(ConnectionLost, "tooManyConnections"):
            self.refused(self.GOODBYE).call("ping")
        with self.assertRaises(ConnectionLost):
            self.refused(b"").notify("ping")


class PathTests(unittest.TestCase):
    def test_the_environment_names_the_socket(self):
        for variables, path in [
            ({"CONTROLLERD_SOCKET": "/a/b", "XDG_RUNTIME_DIR": "/c"}, "/a/b"),
            ({"CONTROLLERD_SOCKET": "", "XDG_RUNTIME_DIR": "/c"}, "/c/controllerd.sock"),
            ({"CONTROLLERD_SOCKET": "", "XDG_RUNTIME_DIR": ""}, "/run/controllerd/controllerd.sock"),
        ]:
            with mock.patch.dict(os.environ, variables):
                self.assertEqual(default_socket_path(), path)


class TraceTests(DaemonTestCase):
    def test_what_a_request_caused_is_here_before_its_answer(self):
        daemon = self.client()
        daemon.call("displayView", view=1)
        daemon.call("subscribe", kinds=["trace"], scene="multiview")
        daemon.call("displayView", view=2)
        self.assertEqual(
            without_layout(daemon.notifications(timeout=0)),
            [
                "View01 viewWillDisappear",
                "View01 deinit",
                "View02 loadView",
                "View02 viewDidLoad",
                "View02 viewWillAppear",
                "View02 viewIsAppearing",
                "View02 viewDidAppear",
            ],
        )

    def test_sequence_numbers_of_a_scene_have_no_hole(self):
        daemon = self.client()
        subscription = daemon.call("subscribe", kinds=["trace"], scene="multiview")
        last = subscription["scenes"][0]["sequence"]
        for view in (1, 2, 1):
            daemon.call("displayView", view=view)
        sequences = [n.params["sequence"] for n in daemon.notifications(timeout=0)]
        self.assertEqual(sequences, list(range(last + 1, last + 1 + len(sequences))))
        self.assertGreater(len(sequences), 0)

    def test_a_second_client_sees_what_the_first_did(self):
        watcher, driver = self.client(), self.client()
        driver.call("displayView", view=1)
        watcher.call("subscribe", kinds=["trace"], scene="multiview")
        driver.call("tap", target="One!")
        seen = []
        while not seen or seen[-1] != "View02 viewDidAppear":
            notification = watcher.next_notification(timeout=watcher.timeout)
            self.assertIsNotNone(notification, f"the trace stopped after {seen}")
            seen += without_layout([notification])
        self.assertIn("View01 deinit", seen)
        self.assertIsNone(driver.next_notification(timeout=0), "who has not subscribed is told nothing")

    def test_unsubscribe_ends_it(self):
        daemon = self.client()
        subscription = daemon.call("subscribe", kinds=["trace"])["subscription"]
        daemon.call("unsubscribe", subscription=subscription)
        daemon.call("displayView", view=1)
        self.assertEqual(list(daemon.notifications(timeout=0)), [])
        with self.assertRaises(RequestFailed) as caught:
            daemon.call("unsubscribe", subscription=subscription)
        self.assertEqual(caught.exception.reason, "subscriptionNotFound")

    def test_a_subscription_to_one_scene_says_nothing_of_another(self):
        daemon = self.client()
        daemon.call("subscribe", kinds=["trace"], scene="multiview")
        daemon.call("displayView", view=2, scene="multiview-contained")
        self.assertEqual(list(daemon.notifications(timeout=0)), [])


class SceneTests(DaemonTestCase):
    def test_a_scene_of_ones_own_opens_and_closes(self):
        daemon = self.client()
        opened = daemon.call("openScene", application="multiview", name="mine", clock="virtual")
        self.assertEqual((opened["scene"], opened["clock"]), ("mine", "virtual"))
        with self.assertRaises(RequestFailed) as caught:
            daemon.call("openScene", application="multiview", name="mine")
        self.assertEqual(caught.exception.reason, "sceneExists")
        self.assertEqual(daemon.call("advanceClock", seconds=1.5, scene="mine")["time"], 1.5)
        self.assertEqual(daemon.call("closeScene", scene="mine")["closed"], True)
        self.assertNotIn("mine", [scene["name"] for scene in daemon.call("listScenes")["scenes"]])

    def test_a_real_clock_is_not_advanced_by_hand(self):
        with self.assertRaises(RequestFailed) as caught:
            self.client().call("advanceClock", seconds=1, scene="multiview")
        self.assertEqual(caught.exception.reason, "clockIsReal")


class ManyClientsTests(DaemonTestCase):
    def test_fifty_clients_at_once_each_get_their_own_answers(self):
        failures = []

        def work(number: int) -> None:
            try:
                with Client(timeout=60) as daemon:
                    for view in (1, 2) * 5:
                        assert daemon.call("displayView", view=view)["view"] == view
            except BaseException as error:  # noqa: BLE001, a thread's failure must reach the test
                failures.append((number, error))

        threads = [threading.Thread(target=work, args=(number,)) for number in range(50)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])


if __name__ == "__main__":
    unittest.main()
