"""The compaction as a verb: the pure core with a scorer, an archive and receipts around it.

``compact`` takes the caller's own messages or a session and gives back the same objects, fewer of them, with a decision
for each and the sums. It never raises for the sake of a scorer, a disk or a network; on a fault of ours it gives the
caller's messages back as they were, with the error in the stats.
"""

from threefold.compacting.call import recalling
from threefold.compacting.opened import Opened, opened
from threefold.compacting.outcome import Compaction, Made
from threefold.compacting.verb import acompact, compact, values

__all__ = ["Compaction", "Made", "Opened", "acompact", "compact", "opened", "recalling", "values"]
