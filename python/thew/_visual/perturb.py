"""What the mouse does to bodies."""
