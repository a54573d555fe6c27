from __future__ import annotations

import pytest

from threefold.errors import SettingsError
from threefold.systemone import Failed, FailureKind, ServiceSettings
from threefold.systemone.endpoint import PHOCINAE_MODEL, Endpoint, is_loopback, locate

KEY = "a-key-of-some-length"


def found(environ: dict[str, str], **settings: object) -> Endpoint:
    endpoint = locate(ServiceSettings(**settings), environ)  # type: ignore[arg-type]
    assert isinstance(endpoint, Endpoint)
    return endpoint


def refused(environ: dict[str, str], **settings: object) -> Failed:
    failed = locate(ServiceSettings(**settings), environ)  # type: ignore[arg-type]
    assert isinstance(failed, Failed)
    return failed


def test_jev_variables_come_before_those_of_the_sdk() -> None:
    endpoint = found(
        {
            "JEV_API_KEY": KEY,
            "JEV_API_URL": "https://jev.example.org/v1/systemone",
            "TYPESAFE_API_KEY": "other",
            "TYPESAFE_BASE_URL": "https://other.example.org",
        }
    )
    assert endpoint.url == "https://jev.example.org/v1/systemone"
    assert endpoint.key is not None
    assert endpoint.key.reveal() == KEY
    assert (endpoint.url_origin, endpoint.key_origin) == ("JEV_API_URL", "JEV_API_KEY")


def test_the_variables_of_the_sdk_alone_are_enough() -> None:
    endpoint = found({"TYPESAFE_API_KEY": KEY, "TYPESAFE_BASE_URL": "https://gateway.example.org/typesafe/"})
    assert endpoint.url == "https://gateway.example.org/typesafe/v1/systemone"
    assert endpoint.key_origin == "TYPESAFE_API_KEY"


def test_a_key_alone_asks_the_vendor() -> None:
    assert found({"JEV_API_KEY": KEY}).url == "https://api.typesafe.ai/v1/systemone"


@pytest.mark.parametrize(
    "url",
    [
        "https://router.example.org/api/alpha/decisions",
        "https://gateway.example.org/typesafe/v1/systemone",
        "http://127.0.0.1:4000/v1/systemone?api-version=2",
    ],
)
def test_an_address_with_a_path_is_used_exactly(url: str) -> None:
    assert found({"JEV_API_URL": url}).url == url
    assert found({}, url=url).url == url


def test_an_address_without_a_path_is_a_base() -> None:
    assert found({"JEV_API_URL": "http://127.0.0.1:4000"}).url == "http://127.0.0.1:4000/v1/systemone"
    assert found({}, url="http://127.0.0.1:4000/").url == "http://127.0.0.1:4000/v1/systemone"


def test_the_settings_come_before_the_environment() -> None:
    environ = {"JEV_API_KEY": "other", "MY_KEY": KEY, "JEV_API_URL": "https://jev.example.org/v1/systemone"}
    endpoint = found(environ, url="https://mine.example.org/v1/systemone", key_env="MY_KEY")
    assert endpoint.host == "mine.example.org"
    assert endpoint.key_origin == "MY_KEY"


def test_nothing_configured_is_said_with_what_to_set() -> None:
    failed = refused({})
    assert failed.kind is FailureKind.NOT_CONFIGURED
    assert "JEV_API_KEY" in failed.message


def test_the_vendor_without_a_key_is_a_missing_key() -> None:
    assert refused({}, provider="typesafe").kind is FailureKind.NO_KEY


def test_none_switches_it_off_whatever_the_environment() -> None:
    assert refused({"JEV_API_KEY": KEY}, provider="none").kind is FailureKind.NOT_CONFIGURED


def test_an_address_of_ones_own_needs_no_key() -> None:
    assert found({"JEV_API_URL": "http://127.0.0.1:4000"}).key is None


def test_phocinae_never_gets_a_vendors_key_or_address() -> None:
    endpoint = found({"JEV_API_KEY": KEY, "JEV_API_URL": "https://jev.example.org/x"}, provider="phocinae")
    assert endpoint.url == "http://127.0.0.1:8155/v1/systemone"
    assert endpoint.key is None
    assert endpoint.model == PHOCINAE_MODEL


def test_phocinae_gets_the_key_that_the_settings_name() -> None:
    endpoint = found({"PHOC_BEARER_TOKEN": KEY}, provider="phocinae", key_env="PHOC_BEARER_TOKEN")
    assert endpoint.key_origin == "PHOC_BEARER_TOKEN"


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/x",
        "example.org/v1",
        "https://",
        "http://[::1",
        "http://h:port/x",
        "https://a b/",
        "https://é.org/",
    ],
)
def test_what_is_no_web_address_is_refused(url: str) -> None:
    assert refused({"JEV_API_URL": url}).kind is FailureKind.BAD_ADDRESS


def test_a_password_in_the_address_is_refused_and_not_repeated() -> None:
    failed = refused({"JEV_API_URL": "https://bob:swordfish@example.org/v1/systemone"})
    assert failed.kind is FailureKind.BAD_ADDRESS
    assert "swordfish" not in failed.message


@pytest.mark.parametrize("key", ["with blank", "with\nnewline", "schlüssel", "tab\there"])
def test_a_key_that_no_header_can_hold_is_refused_and_not_repeated(key: str) -> None:
    failed = refused({"JEV_API_KEY": key})
    assert failed.kind is FailureKind.BAD_KEY
    assert key not in failed.message


def test_a_key_put_where_its_variables_name_belongs_is_not_repeated() -> None:
    with pytest.raises(SettingsError) as raised:
        ServiceSettings(key_env="sk-live-0123456789")
    assert "sk-live" not in str(raised.value)


@pytest.mark.parametrize("host", ["localhost", "a.localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]"])
def test_loopback_is_told_by_name_and_number(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host", ["localhost.example.org", "127.0.0.1.example.org", "10.0.0.1", "0.0.0.0", "example.org"]
)
def test_everything_else_is_not_loopback(host: str) -> None:
    assert not is_loopback(host)
