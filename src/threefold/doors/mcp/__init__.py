"""MCP servers on the official SDK: ``verdict`` with the three tools of the verdict, ``compaction`` with four others.

A server offers one set and never both: whoever can compact message by message must not be the one who is asked whether
compaction is safe, and a model that is given the verdict is given nothing that singles out parts of a context (G4).
"""

from __future__ import annotations

SETS = ("verdict", "compaction")
"""The two servers; each is started by its own name."""
