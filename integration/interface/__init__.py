"""What users ask of the model they get: dynamic sizes, places of the weights."""
