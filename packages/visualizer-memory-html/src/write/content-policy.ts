/**
 * What a page may do, whatever is in its data: run the scripts beside it and its own workers, and
 * nothing else. `file:` is for pages that are opened from a folder, where an address is not 'self' to
 * any browser; styles in line are what Plotly sets; pictures as data are how it saves them.
 */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self' file:",
  "worker-src 'self' file: blob:",
  "style-src 'self' file: 'unsafe-inline'",
  'img-src data: blob:',
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
