"""The verdict: before a compaction, one answer of three."""
