"""DeepSeek Harness, live: a plugin bundle that asks, and the decisions that it carries out.

``bundle/`` is JavaScript without dependencies and as thin as it can be: it says what happens in the harness and does
what it is told. It talks to one ``threefold bridge`` for each harness process (:mod:`threefold.doors.bridge`), which
calls ``verbs``. Facts about the harness were taken from runtime 0.2.1rc2.
"""
