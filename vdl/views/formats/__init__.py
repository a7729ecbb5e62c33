"""The views of a graph, one file each: every module here declares its `VIEW`, and that is all it takes."""
