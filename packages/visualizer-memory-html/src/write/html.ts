import { detailFile } from '../page-data/files.js';

/** A text as HTML text or attribute: what a capture calls things is never markup. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

export interface TimelinePage {
  readonly title: string;
  readonly window: number;
  /** Path from the page to the folder of shared files. */
  readonly assets: string;
  /** File of the group's data in that folder. */
  readonly groupFile: string;
}

export function timelineHtml({ title, window, assets, groupFile }: TimelinePage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(assets)}/page.css">
</head>
<body data-window="${window}">
<noscript>This page draws with JavaScript, which is switched off.</noscript>
<main id="app"></main>
<script src="${escapeHtml(assets)}/page.js"></script>
<script src="${escapeHtml(assets)}/${escapeHtml(groupFile)}"></script>
<script src="${detailFile(window)}"></script>
<script src="${escapeHtml(assets)}/plotly.min.js"></script>
</body>
</html>
`;
}

/** One group in the list of all. */
export interface IndexEntry {
  readonly role: string;
  readonly rank: number;
  readonly device: string;
  readonly href: string;
  readonly allocations: number;
  readonly peakBytes: number;
  /** ms after the run's origin. */
  readonly peakMs: number;
  readonly heldBytes: number;
  readonly warnings: number;
}

const MIB = 1024 ** 2;

function mib(bytes: number): string {
  const text = (bytes / MIB).toLocaleString('en-US', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return `<td class="number" title="${bytes} bytes">${text}</td>`;
}

export function indexHtml(title: string, originNs: bigint, entries: readonly IndexEntry[]): string {
  const rows = entries
    .map(
      (entry) => `<tr>
<th scope="row"><a href="${escapeHtml(entry.href)}">${escapeHtml(entry.role === '' ? '(no role)' : entry.role)}</a></th>
<td class="number">${entry.rank}</td>
<td>${escapeHtml(entry.device)}</td>
<td class="number">${entry.allocations.toLocaleString('en-US')}</td>
${mib(entry.peakBytes)}
<td class="number">${entry.peakMs.toFixed(3)}</td>
${mib(entry.heldBytes)}
<td class="number">${entry.warnings === 0 ? '' : entry.warnings}</td>
</tr>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="assets/page.css">
</head>
<body class="index">
<main>
<h1>${escapeHtml(title)}</h1>
<p>Which rank held how much device memory? All pages count time from the same origin, ${originNs} ns since 1970.</p>
<table>
<thead><tr><th scope="col">role</th><th scope="col">rank</th><th scope="col">device</th><th scope="col">allocations</th><th scope="col">peak live, MiB</th><th scope="col">at, ms</th><th scope="col">live at the end, MiB</th><th scope="col">warnings</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>
</main>
</body>
</html>
`;
}
