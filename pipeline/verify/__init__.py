"""Verifying a catalogue: everything that it says of its levels is asked again, from the catalogue alone."""
