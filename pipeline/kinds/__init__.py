"""One folder per kind; each folder's ``KIND`` is all that the rest of the house sees of it."""
