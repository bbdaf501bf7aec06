// The first file of Codec; replace it.
