/**
 * The routes that append to a session, by the last part of their path, and the operation whose fields each takes
 * (docs/spec/jobs-and-sessions.md).
 */
export const appends = [
  { path: 'pages', operation: 'add_page', summary: 'Add a page' },
  { path: 'text', operation: 'add_text', summary: 'Add text' },
  { path: 'images', operation: 'add_image', summary: 'Add an image' },
  { path: 'tables', operation: 'add_table', summary: 'Add a table' },
  { path: 'html', operation: 'add_html', summary: 'Add HTML' },
  { path: 'font', operation: 'set_font', summary: 'Set the font' },
] as const;

/** The file part, and the body that is a file, of the route for images. */
export const imageField = 'image';
