"""From the catalogue to a static site. It imports the pipeline and is never imported by it."""
