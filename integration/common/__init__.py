"""What the operator ledger and the model tests share."""
