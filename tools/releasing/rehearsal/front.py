"""Stands before a registry on this machine, and breaks off uploads as a network does."""

import contextlib
import http.client
import http.server
import socket
import subprocess
import threading
import time

from .. import facts

# What happens to an upload: the connection ends before the registry has it, or after, before the answer.
CUT, LOST = "cut", "lost"


class Front(http.server.ThreadingHTTPServer):
    """Passes requests on to a port of this machine. `faults` are for the uploads in their order; None is no fault, and those
    after the last one have none."""

    def __init__(self, port, faults):
        super().__init__(("127.0.0.1", 0), Handler)
        self.port, self.faults, self.uploads = port, list(faults), []
        self.address = f"http://127.0.0.1:{self.server_address[1]}"


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *words):
        pass

    def body(self):
        """What the request brings; the client of NuGet sends it in chunks."""
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        chunks = []
        while length := int(self.rfile.readline().split(b";")[0], 16):
            chunks.append(self.rfile.read(length))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(chunks)

    def pass_on(self):
        front, is_upload, body = self.server, self.command in ("PUT", "POST"), self.body()
        fault = front.faults.pop(0) if is_upload and front.faults else None
        if is_upload:
            front.uploads.append(fault)
        if fault == CUT:
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        connection = http.client.HTTPConnection("127.0.0.1", front.port, timeout=120)
        # Host stays: registries make addresses of files from it.
        dropped = ("connection", "expect", "transfer-encoding", "content-length")
        headers = {name: value for name, value in self.headers.items() if name.lower() not in dropped}
        connection.request(self.command, self.path, body or None, headers | {"Connection": "close"})
        answer = connection.getresponse()
        content = answer.read()
        if fault == LOST:
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "content-length", "connection", "date", "server"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        # A client that has read enough of an answer may go away.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.wfile.write(b"" if self.command == "HEAD" else content)

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = pass_on


@contextlib.contextmanager
def serving(server):
    """Runs a server of this process."""
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextlib.contextmanager
def program(log, port, *command, **settings):
    """Runs a server that is a program, until it takes connections and then as long as the caller needs it."""
    with open(log, "w") as file:
        process = subprocess.Popen([str(word) for word in command], stdout=file, stderr=file, **settings)
        try:
            for _ in range(300):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                if process.poll() is not None:
                    facts.fail(*command, "ended:", log.read_text()[-2000:])
                time.sleep(0.1)
            else:
                facts.fail(*command, "takes no connections:", log.read_text()[-2000:])
            yield process
        finally:
            process.terminate()
            process.wait()
