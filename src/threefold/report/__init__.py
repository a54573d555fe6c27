"""Results as text and pages for people. Nothing here decides anything, and no text of a session is taken for markup."""
