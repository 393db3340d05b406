"""Fact-Time-Affect memory for supportive agents."""
