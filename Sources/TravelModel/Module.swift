// The first file of TravelModel; replace it.
