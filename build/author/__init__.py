"""Pages for authors: the draft of a layout, and the report of all levels. Like the command line they are in English."""
