"""The loopback server for the tests of scoring services, and a service that asks it."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from threefold.systemone import Service, ServiceSettings

KEY = "jev-0123456789abcdefghij-SECRET"


@pytest.fixture(scope="session")
def wire() -> ModuleType:
    """The module ``loopback_server``, which no package makes importable."""
    name = "threefold_tests_loopback_server"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name("loopback_server.py"))
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


@pytest.fixture
def serve(wire: ModuleType) -> Iterator[Callable[..., Any]]:
    """Starts a loopback server for the length of the test: ``serve(behaviour, hold=16)``."""
    with ExitStack() as stack:
        yield lambda *args, **kwargs: stack.enter_context(wire.Loopback(*args, **kwargs))


@pytest.fixture(scope="session")
def key() -> str:
    return KEY


@pytest.fixture
def connect() -> Callable[..., Service]:
    """A service that asks the server at ``url`` with a key, with settings as given."""

    def make(url: str, **settings: Any) -> Service:
        environ = {"JEV_API_KEY": KEY}
        return Service(ServiceSettings(url=url, **{"timeout_ms": 8000, **settings}), environ)

    return make
