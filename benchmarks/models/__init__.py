"""The rules of each kind for general solvers, written for nothing but to be measured beside ours.

Of each kind there is an answer-set program, ``<kind>.lp``, for clingo, and in ``<kind>.py`` the facts of a board for it
and a model of the board for CP-SAT of OR-tools. They take from our engines no more than a board's shape.
In each model an answer settles every variable, so that what a solver enumerates are the answers.
"""
