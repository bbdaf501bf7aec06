// The first file of Reactor; replace it.
