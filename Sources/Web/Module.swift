// The first file of Web; replace it.
