"""What other programs write: the records that a kind's codecs are made of, and what several kinds' codecs share."""
