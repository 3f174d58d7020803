"""Programs with complex numbers and Fourier transforms."""
