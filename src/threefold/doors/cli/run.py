"""placeholder"""


def register(app):  # type: ignore
    pass
