"""What several rooms need to know of text, in English and Chinese.

``patterns``   linear-time regular expressions on bytes (RE2), and many of them behind one gate
``sentences``  where a sentence starts and ends, and which lines are code
``units``      numbers with units: reading them, and telling whether two spellings are the same amount
``unicode``    bytes to characters and back, ANSI sequences, widths and scripts

Offsets in this package are byte offsets into the UTF-8 form of a text unless a name says characters.
"""
