"""Exchanges of a conversation: what each left open, and what later ones settle."""
