"""Comparison of two engines on the same model, stage by stage; `thew.diff` is its public face.

groups    the pipeline as a table: which field belongs to which stage, and how closely it must agree
states    seeded random states on the configuration manifold
record    what an engine makes of a model: constants, stages, steps, a trajectory
report    verdicts and their tables
compare   puts them together
"""
