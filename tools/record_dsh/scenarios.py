"""The verdict corpus: importing this module registers every scenario, in the order of the corpus file."""

from __future__ import annotations

import scenarios_files  # noqa: F401
import scenarios_plans  # noqa: F401
import scenarios_runs  # noqa: F401
import scenarios_talk  # noqa: F401
