// The first file of HTTPClient; replace it.
