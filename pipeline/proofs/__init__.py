"""Proofs that stand in files: clauses (DIMACS) and refutations (DRUP), how they are written, read and replayed."""
