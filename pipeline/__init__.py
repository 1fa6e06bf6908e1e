"""From authored layouts to a catalogue of levels that have exactly one answer."""
