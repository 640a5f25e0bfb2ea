"""Number types for the command line that check their range."""

import argparse


def port(text: str) -> int:
    """Reads a port number to listen at; 0 lets the system choose one."""
    number = int(text) if text.isdecimal() else -1
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text}")
    return number
