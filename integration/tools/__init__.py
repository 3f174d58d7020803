"""What tools that people use after an export make of our models."""
