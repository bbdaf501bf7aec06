// The first file of Places; replace it.
