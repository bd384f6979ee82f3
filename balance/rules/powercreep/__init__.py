"""Powercreep!Beta. The rules in our own words are in this folder's README."""
