"""What a verdict and an explanation cost, beside the engines themselves."""
