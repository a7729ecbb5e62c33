"""The lock file: what the designs of a root stand on, pinned, so that they give the same next year or say why not."""
