"""What documents of one house look like: a theme file, and the pictures, fonts, templates and styles that it names."""
