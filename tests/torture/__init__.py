"""Fault campaigns: faults that are injected for real into a server under load.

``make torture`` runs all of them, each many times, and prints what was tried, what the server
survived and what was lost. Nothing lost is the only pass. ``make test`` runs a short form of each.
"""
