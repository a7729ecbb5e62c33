"""The formats of documents, one file each: every module here declares its `FORMAT`, and that is all it takes."""
