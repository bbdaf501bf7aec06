// The first file of HTTPServer; replace it.
