"""The operator ledger: every entry of torch's OpInfo database, and what becomes of it."""
