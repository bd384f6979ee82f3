"""Compiled play that knows no ruleset: luck, the protocol, the play loop, policies, the recorder."""
