"""Measurements side by side with other programs, behind ``make bench``."""
