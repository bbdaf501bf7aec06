// The first file of Compression; replace it.
