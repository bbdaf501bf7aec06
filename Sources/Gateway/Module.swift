// The first file of Gateway; replace it.
