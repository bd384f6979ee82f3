"""Plan, chunks, store, executor, manifest: from a question to integers that nothing can disturb."""
