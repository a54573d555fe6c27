"""The compaction: what the task needs, within the budget."""
