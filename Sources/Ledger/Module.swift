// The first file of Ledger; replace it.
