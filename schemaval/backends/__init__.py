"""Backends: engines behind one question, is this instance valid?"""
