"""How much the task depends on each message: scorers behind one protocol.

``protocol`` says what goes in and what comes out; ``local`` (lexical and embedding tiers), ``recency`` and
``systemone`` are scorers; ``chain`` asks them in order until one answers. Nothing here decides what is cut.
"""
