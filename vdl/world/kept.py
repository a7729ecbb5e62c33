"""What was made once and is kept in files: given back as it was written, or not at all.

A kept file is data. Its first line is a digest over what it was made from (its identity) and
over all that follows, so that one that is stale, cut short or damaged is found out before a byte
of it is looked at.
"""

from __future__ import annotations

try:
    from _blake2 import blake2b  # hashlib loads OpenSSL first, which takes longer than all that is hashed here
except ImportError:
    from hashlib import blake2b


def digest(*parts: bytes) -> str:
    """One name for some bytes, in 32 hexadecimal digits; where one part ends and the next begins makes a difference."""
    state = blake2b(digest_size=16)
    for part in parts:
        state.update(len(part).to_bytes(8, "big") + part)
    return state.hexdigest()


def sealed(identity: str, data: bytes) -> bytes:
    """The contents of a file that keeps `data`."""
    return digest(identity.encode(), data).encode() + b"\n" + data


def opened(identity: str, contents: bytes) -> bytes | None:
    """What a file keeps, if it is whole and was sealed under this identity."""
    seal, _, data = contents.partition(b"\n")
    return data if seal == digest(identity.encode(), data).encode() else None

