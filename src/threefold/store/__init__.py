"""What is kept on disk: append-only JSON lines, content archives, caches and indexes."""
