"""Which service is asked, at which address, with which key, and where each of these came from.

| what | asked in this order |
|---|---|
| address | ``service.url`` in the settings, ``JEV_API_URL``, ``TYPESAFE_BASE_URL``, the vendor's |
| key | the variable named by ``service.key_env``, ``JEV_API_KEY``, ``TYPESAFE_API_KEY`` |

``JEV_API_URL`` is a full endpoint, as the original compaction plugin documents it; ``TYPESAFE_BASE_URL`` is a base to
which ``/v1/systemone`` is added, as the vendor's SDK does. A Phocinae server gets neither: its address is
``service.url`` or the loopback default, and a key is sent only when ``service.key_env`` names one, so that a vendor's
key never reaches another party's server.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import Literal
from urllib.parse import SplitResult, urlsplit

import msgspec

from threefold.systemone.protocol import Failed, FailureKind
from threefold.systemone.secret import Secret
from threefold.systemone.settings import DEFAULT_MODEL, ServiceSettings

PATH = "/v1/systemone"
VENDOR = "https://api.typesafe.ai"
PHOCINAE = "http://127.0.0.1:8155"
PHOCINAE_MODEL = "Phocinae-Largha-150M-v1"

KEY_VARIABLES = ("JEV_API_KEY", "TYPESAFE_API_KEY")
ENDPOINT_VARIABLE = "JEV_API_URL"
BASE_VARIABLE = "TYPESAFE_BASE_URL"


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is needed to send one request, without having sent any."""

    dialect: Literal["typesafe", "phocinae"]
    url: str
    """The full endpoint; used exactly as it stands."""
    url_origin: str
    key: Secret | None
    key_origin: str
    model: str
    loopback: bool
    """Whether the address is this machine by its literal name or number; no name is looked up for this."""

    @property
    def host(self) -> str:
        """Host and port, for messages."""
        return urlsplit(self.url).netloc


def locate(settings: ServiceSettings, environ: Mapping[str, str]) -> Endpoint | Failed:
    """The endpoint that these settings and this environment describe, or why there is none."""
    if settings.provider == "none":
        return _failed(FailureKind.NOT_CONFIGURED, "No scoring service is used: service.provider is none.")
    if settings.provider == "phocinae":
        return _phocinae(settings, environ)
    url, origin = _typesafe_url(settings, environ)
    key, key_origin = _key(settings, environ, KEY_VARIABLES)
    if origin == "default" and key is None:
        if settings.provider == "auto":
            return _failed(
                FailureKind.NOT_CONFIGURED,
                "No scoring service is configured. All runs without one, and a verdict that the number of items does "
                "not decide is left to a person; JEV_API_KEY, TYPESAFE_API_KEY or service.url would name one.",
            )
        return _failed(FailureKind.NO_KEY, f"{VENDOR} wants a key and none is set; set JEV_API_KEY.")
    return _checked("typesafe", url, origin, key, key_origin, settings.model)


def is_loopback(host: str) -> bool:
    """Whether ``host`` is ``localhost`` or a loopback address, by its spelling alone."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _phocinae(settings: ServiceSettings, environ: Mapping[str, str]) -> Endpoint | Failed:
    key, key_origin = _key(settings, environ, ())
    url, origin = (settings.url, "service.url") if settings.url else (PHOCINAE, "default")
    model = PHOCINAE_MODEL if settings.model == DEFAULT_MODEL else settings.model
    return _checked("phocinae", url, origin, key, key_origin, model)


def _typesafe_url(settings: ServiceSettings, environ: Mapping[str, str]) -> tuple[str, str]:
    if settings.url:
        return settings.url, "service.url"
    if endpoint := environ.get(ENDPOINT_VARIABLE, "").strip():
        return endpoint, ENDPOINT_VARIABLE
    if base := environ.get(BASE_VARIABLE, "").strip():
        return base.rstrip("/") + PATH, BASE_VARIABLE
    return VENDOR, "default"


def _key(
    settings: ServiceSettings, environ: Mapping[str, str], variables: tuple[str, ...]
) -> tuple[Secret | None, str]:
    for name in (settings.key_env, *variables) if settings.key_env else variables:
        if value := environ.get(name, "").strip():
            return Secret(value), name
    return None, ""


def _checked(
    dialect: Literal["typesafe", "phocinae"], url: str, origin: str, key: Secret | None, key_origin: str, model: str
) -> Endpoint | Failed:
    """The endpoint, once its address and key are fit to be used. No message holds the address: it may hold a key."""
    try:
        parts = urlsplit(url.strip())
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return _failed(FailureKind.BAD_ADDRESS, f"The address in {origin} is not a URL.")
    if parts.scheme not in ("http", "https") or not host or any(not 32 < ord(char) < 127 for char in url.strip()):
        return _failed(FailureKind.BAD_ADDRESS, f"The address in {origin} is not an http or https URL.")
    if "@" in parts.netloc:
        return _failed(
            FailureKind.BAD_ADDRESS,
            f"The address in {origin} holds a user name or password; put the key in JEV_API_KEY.",
        )
    if key is not None and any(not 32 < ord(char) < 127 for char in key.reveal()):
        return _failed(
            FailureKind.BAD_KEY, f"The key in {key_origin} holds blanks or characters outside ASCII and cannot be sent."
        )
    return Endpoint(
        dialect=dialect,
        url=_full(parts),
        url_origin=origin,
        key=key,
        key_origin=key_origin,
        model=model,
        loopback=is_loopback(host),
    )


def _full(parts: SplitResult) -> str:
    """An address with a path is the endpoint itself; one without is a base."""
    path = parts.path if parts.path.strip("/") else PATH
    return parts._replace(path=path, fragment="").geturl()


def _failed(kind: FailureKind, message: str) -> Failed:
    return Failed(kind=kind, message=message)
