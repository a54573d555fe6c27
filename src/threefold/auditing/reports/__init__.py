"""What an audit reports: its record, the stages that fill it, locked words, and the calibration from labels."""
