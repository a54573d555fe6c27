"""The compaction: what the task needs, within the budget.

The stages, one type for each: ``opening`` makes a ``Conversation`` (and the ``Wire`` that writes it again), ``prepare``
a ``Prepared`` (units, protection, pins), a scorer gives ``Scores``, ``select`` makes a ``Selection``, and ``compact``
writes, checks and gives back a ``Compacted``. All of it is pure; ``threefold.compacting`` is the verb with a scorer, an
archive and receipts around it.
"""
