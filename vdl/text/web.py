"""Addresses of the web: which may become links, and which were meant to."""

from __future__ import annotations

import re


def is_web(address: str) -> bool:
    """Whether an address may become a link: one of the web, whole, and nothing that a browser would run or open."""
    return re.fullmatch(r"https?://[^\s/<>][^\s<>]*", address, re.IGNORECASE) is not None


def nearly_web(address: str) -> str:
    """What an address of the web begins with that is none as it is written, put right as far as it can be; "" for any other text,
    such as a street."""
    found = re.match(r"\s*(https?)\s*[:;/\\][\s:;/\\]*", address, re.IGNORECASE)
    if found is None or is_web(address):
        return ""
    mended = found[1].lower() + "://" + address[found.end() :].strip()
    return mended if is_web(mended) else "https://..."


__all__ = ["is_web", "nearly_web"]
