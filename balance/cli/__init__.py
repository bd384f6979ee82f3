"""The command line: one file a command; everything heavy is imported when a command runs."""
