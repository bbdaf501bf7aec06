// The first file of WireFormat; replace it.
