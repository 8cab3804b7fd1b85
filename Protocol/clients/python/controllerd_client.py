"""A client for controllerd, in one file, with nothing but Python's standard library (3.10 or later).

    from controllerd_client import Client

    with Client() as daemon:
        print(daemon.call("getTree")["nodes"])
        daemon.call("tap", target="Two!")

        daemon.call("subscribe", kinds=["trace"])
        daemon.call("displayView", view=1)
        for notification in daemon.notifications(timeout=1):
            print(notification.params["class"], notification.params["event"])

The daemon speaks JSON-RPC 2.0, one JSON text a line, over a Unix socket. A `Client` is one connection, for one thread.
It is a plain blocking client: `call` sends a request and waits for its answer. The daemon may send notifications at any
time once the connection has subscribed to something; those that arrive while a call waits are kept, in order, and
handed out by `notifications()` and `next_notification()`. What a request caused always arrives before its answer, so
that after `call` returns, everything it caused is already there.
"""

from __future__ import annotations

import json
import os
import socket
import time
from collections import deque
from typing import Any, Deque, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

__all__ = ["Client", "ConnectionLost", "Notification", "RequestFailed", "default_socket_path"]

_CHUNK = 65536

#: How long the daemon itself lets a call wait that does not say it, and where its `timeout` goes by position.
_WAITING = {"wait": (1, 5.0), "settle": (0, 5.0)}


class Notification(NamedTuple):
    """What the daemon sent without being asked: `trace`, `issue`."""

    method: str
    params: Dict[str, Any]


class RequestFailed(Exception):
    """The daemon answered a request with an error, or refused the connection (code -32000); nothing that was asked for was
    done.

    `code` and `message` are the answer's, `data` what else it says: `data["reason"]` is a word that stays the same
    between versions, `data["pointer"]` says which part of the request was wrong.
    """

    def __init__(self, error: Dict[str, Any]) -> None:
        self.code: int = error["code"]
        self.message: str = error["message"]
        self.data: Dict[str, Any] = error.get("data") or {}
        super().__init__(f"{self.message} (code {self.code}, data {json.dumps(self.data)})")

    @property
    def reason(self) -> Optional[str]:
        """The stable word for what was wrong, `sceneNotFound` for instance."""
        return self.data.get("reason")


class ConnectionLost(Exception):
    """The daemon closed the connection, or it sent something that is not of its protocol."""


def default_socket_path() -> str:
    """Where the environment says (`CONTROLLERD_SOCKET`), else where a daemon listens that was not told otherwise."""
    named = os.environ.get("CONTROLLERD_SOCKET")
    if named:
        return named
    directory = os.environ.get("XDG_RUNTIME_DIR")
    return os.path.join(directory, "controllerd.sock") if directory else "/run/controllerd/controllerd.sock"


class Client:
    """One connection to a daemon. Close it with `close()`, or use it in a `with` statement."""

    def __init__(self, path: Optional[str] = None, timeout: Optional[float] = 30.0) -> None:
        """Connects to the daemon's socket; raises `OSError` when there is none.

        `timeout` is how many seconds the daemon may take for an answer before a call raises `TimeoutError`; None waits
        for ever. What a call waits by its own parameter `timeout` (`wait` and `settle` without it: 5 seconds) is added,
        so that the daemon's own answer, which says what is missing, comes first. After a timeout the connection can go on being used: the late answer is dropped when it comes.
        """
        self.path = path or default_socket_path()
        self.timeout = timeout
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(self.path)
        except BaseException:
            self._socket.close()
            raise
        self._received = bytearray()
        self._searched = 0
        self._notifications: Deque[Notification] = deque()
        self._next_id = 1
        self._sending_fault: Optional[OSError] = None
        self._goodbye: Optional[str] = None

    # -- requests ------------------------------------------------------------------------------------------------

    def call(self, method: str, /, *positional: Any, **named: Any) -> Any:
        """Sends one request and returns its result; raises `RequestFailed` when the daemon answers with an error.

        Parameters go by name or by position, not both: `call("displayView", view=2)` or `call("displayView", 2)`.
        """
        identifier = self._new_id()
        self._send(self._request(method, positional, named, identifier))
        answer = self._answer_for(identifier, self._waits(method, positional, named))
        if "error" in answer:
            raise RequestFailed(answer["error"])
        return answer["result"]

    def notify(self, method: str, /, *positional: Any, **named: Any) -> None:
        """Sends a request that the daemon carries out and never answers, not even when it is wrong."""
        self._send(self._request(method, positional, named, None))
        if self._sending_fault:  # nothing answers it: what the daemon has said before it went away is the reason
            raise RequestFailed(self._answer_for([])["error"])

    def batch(
        self, calls: Sequence[Union[str, Tuple[str, Dict[str, Any]]]]
    ) -> List[Union[Any, RequestFailed]]:
        """Sends several requests as one line; the daemon carries them out in order, and answers once.

        Each is a method's name or a pair of name and parameters. The list that is returned has a result, or a
        `RequestFailed` that was not raised, for each in the same order. An empty list sends nothing.
        """
        if not calls:
            return []
        identifiers = []
        requests = []
        for call in calls:
            method, params = (call, {}) if isinstance(call, str) else call
            identifiers.append(self._new_id())
            requests.append(self._request(method, (), params, identifiers[-1]))
        self._send(requests)
        answers = self._answer_for(identifiers)
        if isinstance(answers, dict):  # the batch as a whole was refused: it has one answer
            raise RequestFailed(answers["error"])
        by_id = {answer["id"]: answer for answer in answers}
        return [
            RequestFailed(by_id[i]["error"]) if "error" in by_id[i] else by_id[i]["result"] for i in identifiers
        ]

    # -- notifications -------------------------------------------------------------------------------------------

    def next_notification(self, timeout: Optional[float] = None) -> Optional[Notification]:
        """The next notification, waiting up to `timeout` seconds for it (None: for ever); None when there was none."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while not self._notifications:
            try:
                self._sort(self._read_message(deadline))
            except TimeoutError:
                return None
        return self._notifications.popleft()

    def notifications(self, timeout: Optional[float] = None) -> Iterator[Notification]:
        """Yields notifications, those that are already here first, until none came for `timeout` seconds.

        With 0 it yields what is here and ends; with None it goes on until the connection closes.
        """
        while True:
            notification = self.next_notification(timeout)
            if notification is None:
                return
            yield notification

    # -- the connection ------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Closes the connection; the daemon forgets its subscriptions. Closing twice is fine."""
        self._socket.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- inside --------------------------------------------------------------------------------------------------

    def _new_id(self) -> int:
        identifier = self._next_id
        self._next_id += 1
        return identifier

    @staticmethod
    def _request(
        method: str, positional: Sequence[Any], named: Dict[str, Any], identifier: Optional[int]
    ) -> Dict[str, Any]:
        if positional and named:
            raise TypeError("parameters go by name or by position, not both")
        request: Dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        if positional or named:
            request["params"] = named or list(positional)
        if identifier is not None:
            request["id"] = identifier
        return request

    @staticmethod
    def _waits(method: str, positional: Sequence[Any], named: Dict[str, Any]) -> float:
        """How many seconds the daemon may wait before it answers that the time is over; 0 for most calls."""
        position, usual = _WAITING.get(method, (None, 0.0))
        given = named.get("timeout")
        if position is not None and len(positional) > position:
            given = positional[position]
        is_number = isinstance(given, (int, float)) and not isinstance(given, bool)
        return float(given) if is_number and given >= 0 else usual

    def _send(self, message: Any) -> None:
        line = json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
        self._socket.settimeout(self.timeout)
        try:
            self._socket.sendall(line)
        except (BrokenPipeError, ConnectionResetError) as error:
            # The daemon has gone, and may have said why: that is read, by who waits for the answer.
            self._sending_fault = error

    def _answer_for(self, wanted: Union[int, List[int]], waits: float = 0.0) -> Any:
        """Reads until the answer to this id, or to the batch of these ids, has come: the daemon may wait itself so long."""
        deadline = None if self.timeout is None else time.monotonic() + self.timeout + waits
        while True:
            message = self._read_message(deadline)
            if self._sort(message):
                continue
            if isinstance(wanted, int):
                if isinstance(message, dict) and message.get("id") == wanted:
                    return message
            elif isinstance(message, list):
                if message and message[0].get("id") in wanted:
                    return message
            elif message.get("id") is None:
                return message
            if isinstance(message, dict) and message.get("id") is None:
                # Nobody's answer: the daemon could not read which request it answers, and this client has only one out.
                raise RequestFailed(message["error"])

    def _sort(self, message: Any) -> bool:
        """Keeps a notification for later and says so; an answer is left to who waits for it."""
        if not isinstance(message, dict) or "method" not in message:
            return False
        if message["method"] == "goodbye":
            self._goodbye = (message.get("params") or {}).get("reason")
        self._notifications.append(Notification(message["method"], message.get("params", {})))
        return True

    def _read_message(self, deadline: Optional[float]) -> Any:
        line = self._read_line(deadline)
        try:
            return json.loads(line)
        except ValueError as error:
            raise ConnectionLost(f"the daemon sent a line that is not JSON: {error}") from error

    def _read_line(self, deadline: Optional[float]) -> bytes:
        """The next line; `TimeoutError` when it has not come by the deadline. What has come of it is kept."""
        while True:
            end = self._received.find(b"\n", self._searched)
            if end >= 0:
                line = bytes(self._received[:end])
                del self._received[: end + 1]
                self._searched = 0
                return line
            self._searched = len(self._received)
            try:
                # With no time left the socket does not wait (a timeout of 0), but what has already arrived is taken.
                self._socket.settimeout(None if deadline is None else max(0.0, deadline - time.monotonic()))
                chunk = self._socket.recv(_CHUNK)
            except (TimeoutError, BlockingIOError) as error:
                raise TimeoutError("the daemon sent nothing in time") from error
            except ConnectionResetError as error:
                raise self._ending(str(error)) from error
            if not chunk:
                raise self._ending("the daemon closed the connection") from self._sending_fault
            self._received += chunk

    def _ending(self, sentence: str) -> ConnectionLost:
        """The end of the connection, with the daemon's own reason if it has given one."""
        return ConnectionLost(f"{sentence}; it said goodbye: {self._goodbye}" if self._goodbye else sentence)
