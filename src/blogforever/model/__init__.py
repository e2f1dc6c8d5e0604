"""The nouns of blogforever: frozen values that cross every border. Import the exact module."""
