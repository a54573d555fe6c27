"""Scoring services: typed questions about a state, and what became of them."""
