"""Grounds: where a summary's values can have come from, what they may have been made from, and what is lost."""
