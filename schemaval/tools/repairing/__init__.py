"""What repair is made of: remedies for a value, alternatives among branches, members that are listed."""
