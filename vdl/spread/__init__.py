"""Work that falls into many independent pieces, done by several processes."""
