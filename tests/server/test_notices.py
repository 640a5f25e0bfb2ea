"""Notices: whoever is away is told that his game waits, once, by the channels he chose, and nothing else."""

import asyncio
import datetime
import email
import email.utils
import ipaddress
import smtplib
import socket
import ssl
import threading
from collections.abc import Iterator
from email import policy
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from blockfront.server.notify import notices, webhooks
from blockfront.server.settings import Settings
from tests.server.trial import PlayerClient, TrialServer, awaited, found
from tests.server.waiting import PATIENCE, next_message

HOOK = {"webhook": "https://discord.com/api/webhooks/1/x"}


class Mail(NamedTuple):
    """What a mail server was given, and whether it came encrypted."""

    recipients: list[str]
    message: EmailMessage
    was_encrypted: bool
    user: str  # who logged in, or nothing


class Sink:
    """A mail server that keeps what it is given."""

    def __init__(self, tls: ssl.SSLContext | None = None, *, is_implicit: bool = False) -> None:
        """`is_implicit`: TLS from the first byte on, else by STARTTLS."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.mails: list[Mail] = []
        self._arrived = threading.Condition()
        self._controller = Controller(
            self,
            hostname="127.0.0.1",
            port=self.port,
            ssl_context=tls if is_implicit else None,
            tls_context=None if is_implicit else tls,
            authenticator=self._log_in,
            auth_require_tls=not is_implicit,  # the library asks for STARTTLS, also where the line is encrypted already
        )

    def __enter__(self) -> "Sink":
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()

    def wait_for(self, number: int) -> None:
        with self._arrived:
            assert self._arrived.wait_for(lambda: len(self.mails) >= number, PATIENCE), "no mail came"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - as the library calls it
        assert isinstance(envelope.content, bytes)
        assert server.transport is not None
        message = email.message_from_bytes(envelope.content, policy=policy.default)
        was_encrypted = server.transport.get_extra_info("sslcontext") is not None
        with self._arrived:
            self.mails.append(Mail(envelope.rcpt_tos, message, was_encrypted, str(session.auth_data or "")))
            self._arrived.notify_all()
        return "250 fine"

    @staticmethod
    def _log_in(_: SMTP, __: Session, ___: Envelope, ____: str, given: LoginPassword) -> AuthResult:
        is_right = given == LoginPassword(b"games", b"secret")
        return AuthResult(success=is_right, auth_data=given.login.decode() if is_right else "")


@pytest.fixture
def sink() -> Iterator[Sink]:
    with Sink() as sink:
        yield sink


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Key and certificate of a mail server at 127.0.0.1."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
    made = made.not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=1))
    address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    signed = made.add_extension(x509.SubjectAlternativeName([address]), critical=False).sign(key, hashes.SHA256())
    path = tmp_path_factory.mktemp("mail") / "server.pem"
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path.write_bytes(pem + signed.public_bytes(serialization.Encoding.PEM))
    return path


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was said through webhooks."""
    said: list[str] = []

    async def post(url: str, text: str) -> None:
        said.append(text)

    monkeypatch.setattr(webhooks, "post", post)
    return said


def until_waiting(waiting: PlayerClient, other: PlayerClient) -> None:
    """Play until the seat has to decide, having not had to before."""
    rng = Random(1)
    while waiting.state()["my_decision"]:
        waiting.play(rng)
    while not waiting.state()["my_decision"]:
        other.play(rng)


def settle(server: TrialServer) -> None:
    """Wait for notices on their way."""
    server.on_loop(server.inside.notices.settle())


def test_a_mail_names_the_game_and_nothing_else(serve: Any, database: str, new_game: Any, sink: Sink) -> None:
    mail = {"smtp_host": "127.0.0.1", "smtp_port": sink.port, "smtp_sender": "games@example.org"}
    server = serve(database, public_url="https://games.example.org", **mail)
    blue, red = new_game(server, name="Tuesday\nBcc: everybody@example.org")
    found(red.post("/notices", {"email": "ben@example.org"}))
    until_waiting(red, blue)
    sink.wait_for(1)
    settle(server)
    ((recipients, message, *_),) = sink.mails
    assert recipients == ["ben@example.org"]
    assert message["From"] == "games@example.org"
    assert message["To"] == "ben@example.org"
    assert message["Bcc"] is None
    assert message["Subject"] == "blockfront: your decision in Tuesday Bcc: everybody@example.org (Proving Ground)."
    text = message.get_content()
    assert f"https://games.example.org/#/game/{red.game}" in text
    assert red.token not in message.as_string()
    technical = {"date", "message-id", "content-type", "content-transfer-encoding", "mime-version"}
    assert {key.lower() for key in message} == {"from", "to", "subject", *technical}


@pytest.mark.parametrize("address", ["nobody", "a@b\nBcc: c@d.org", "a@b.org, c@d.org", "Ben <a@b.org>", "a b@c.org"])
def test_only_plain_addresses_are_written_to(serve: Any, sqlite: str, new_game: Any, address: str) -> None:
    blue, _ = new_game(serve(sqlite, smtp_host="127.0.0.1"))
    assert blue.post("/notices", {"email": address}).status_code == 422


def test_where_no_mail_is_sent_none_is_promised(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    assert blue.post("/notices", {"email": "ann@example.org"}).status_code == 422


def mail_sender(settings: Settings) -> notices.Notices:
    """Notices as far as sending mail goes, which needs neither the database nor Web Push."""
    neither: Any = None
    return notices.Notices(settings, neither, neither)


def test_mail_that_needs_a_password_goes_over_tls_only(monkeypatch: pytest.MonkeyPatch, sink: Sink) -> None:
    """The sink knows no TLS: nothing is sent, above all no password."""
    host, port = "127.0.0.1", sink.port
    settings = Settings(database="", smtp_host=host, smtp_port=port, smtp_sender="games@example.org", smtp_user="u", smtp_password="secret")
    sender = mail_sender(settings)
    with pytest.raises(smtplib.SMTPNotSupportedError):
        sender._mail("ben@example.org", "text")
    assert sink.mails == []


@pytest.mark.parametrize(("security", "is_implicit"), [("tls", True), ("starttls", False), ("auto", False)])
@pytest.mark.parametrize("login", [{}, {"smtp_user": "games", "smtp_password": "secret"}], ids=["no user name", "with a password"])
def test_mail_is_encrypted_with_and_without_a_user_name(
    certificate: Path, security: str, is_implicit: bool, login: dict[str, str]
) -> None:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    with Sink(tls, is_implicit=is_implicit) as sink:
        wanted: dict[str, Any] = {"smtp_host": "127.0.0.1", "smtp_port": sink.port, "smtp_security": security, **login}
        sender = mail_sender(Settings(database="", smtp_sender="games@example.org", **wanted))
        sender._tls = ssl.create_default_context(cafile=str(certificate))
        sender._mail("ben@example.org", "text")
        sink.wait_for(1)
    ((_, message, was_encrypted, user),) = sink.mails
    assert was_encrypted
    assert user == login.get("smtp_user", "")
    assert email.utils.parsedate_to_datetime(message["Date"]).tzinfo is not None
    assert message["Message-ID"].endswith("@example.org>")


def test_nobody_is_told_who_is_there_or_was_told_just_now(
    serve: Any, sqlite: str, new_game: Any, posted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(sqlite)
    blue, red = new_game(server)
    found(red.post("/notices", HOOK))
    with server.socket(red) as socket:
        next_message(socket)
        until_waiting(red, blue)
        settle(server)
        assert posted == [], "he was connected"
    until_waiting(red, blue)
    until_waiting(red, blue)
    settle(server)
    assert len(posted) == 1, "one notice a minute is enough"
    monkeypatch.setattr(notices, "QUIET", 0.0)
    until_waiting(red, blue)
    settle(server)
    assert len(posted) == 2


def test_a_channel_chosen_after_the_game_was_made_is_not_told_of_its_making(
    serve: Any, sqlite: str, new_game: Any, posted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However late a notice of the first decision would look for channels."""
    is_chosen = threading.Event()
    send = notices.Notices._send

    async def send_late(self: notices.Notices, game: str, seat: int, text: str) -> None:
        while not is_chosen.is_set():
            await asyncio.sleep(0.01)
        await send(self, game, seat, text)

    monkeypatch.setattr(notices.Notices, "_send", send_late)
    server = serve(sqlite)
    blue, red = new_game(server)
    for player in (blue, red):
        found(player.post("/notices", HOOK))
    is_chosen.set()
    settle(server)
    assert posted == []


def test_bots_and_seats_without_channels_are_not_told(serve: Any, sqlite: str, new_game: Any, posted: list[str]) -> None:
    server = serve(sqlite)
    blue, red = new_game(server)
    found(red.post("/notices", HOOK))
    found(red.post("/notices", {"webhook": ""}))
    until_waiting(red, blue)
    settle(server)
    found(red.post("/notices", HOOK))
    found(red.post("/hand_over", {"until": "back"}))
    until_waiting(red, blue)
    settle(server)
    assert posted == []
    found(red.post("/reclaim"))
    until_waiting(red, blue)
    settle(server)
    assert len(posted) == 1


def test_a_channel_that_fails_does_not_hold_up_the_game(
    serve: Any, sqlite: str, new_game: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def post(url: str, text: str) -> None:
        raise webhooks.WebhookRefused("The address answered 500.")

    monkeypatch.setattr(webhooks, "post", post)
    server = serve(sqlite)
    blue, red = new_game(server)
    found(red.post("/notices", HOOK))
    until_waiting(red, blue)
    settle(server)
    assert red.state()["my_decision"]
    warned = [record for record in caplog.records if record.name == "blockfront.notices"]
    assert warned
    assert all("discord" not in str(record.__dict__) for record in warned), "addresses of webhooks are secrets"


def test_a_webhook_says_its_text_in_the_shape_of_its_service() -> None:
    async def find(host: str, port: int) -> list[str]:
        return ["10.0.0.1"]

    with pytest.raises(webhooks.WebhookRefused):
        awaited(webhooks.post(HOOK["webhook"], "text", find=find))
    assert webhooks.payload("https://hooks.slack.com/services/1", "Hi") == b'{"text":"Hi"}'
    assert webhooks.payload(HOOK["webhook"], "@everyone") == b'{"content":"@everyone","allowed_mentions":{"parse":[]}}'
