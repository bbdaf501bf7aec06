// The first file of Digest; replace it.
