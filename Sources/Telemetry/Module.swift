// The first file of Telemetry; replace it.
