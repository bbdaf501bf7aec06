// The first file of SupplierKit; replace it.
