"""The audit: what a summary altered, left without grounds, and lost."""
