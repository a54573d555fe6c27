"""Hard facts of any text: what they are, how they are found, and how one is spelled or misspelled."""
