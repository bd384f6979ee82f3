"""Reports of a run: what is said (`model`), and how it looks as a web page, a picture and in the terminal."""
