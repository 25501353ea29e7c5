"""The configuration of other programs: what each needs to know of furyhouse, put where it reads it.

A module for each program knows three things: where its file is, what furyhouse's part of it looks
like, and how that part is put into a file that is there already. The formats were read in the
programs' own sources, and tried with the programs themselves where they can be had.
"""
