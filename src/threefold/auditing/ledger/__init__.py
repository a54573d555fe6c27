"""The ledger: what the events behind a summary hold, and how a value or its letters are looked up in it."""
