import {
  isSpoken,
  LANGUAGE_TAGS,
  type Language,
  type SpokenLanguage,
} from '../page-data/language.js';
import { CONTENT_POLICY } from './content-policy.js';

/** A text as HTML text or attribute: what a capture calls things is never markup. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const NO_SCRIPT: Record<SpokenLanguage, string> = {
  en: 'This page draws with JavaScript, which is switched off.',
  zh: '此页面使用 JavaScript 绘制，而浏览器已将其停用。',
};

interface Page {
  readonly language: Language;
  readonly title: string;
  readonly styles: readonly string[];
  readonly body: string;
  /** In the order they run. */
  readonly scripts: readonly string[];
}

function html({ language, title, styles, body, scripts }: Page): string {
  // Where the browser decides, the page's script sets the language; without scripts both are said.
  const isFixed = isSpoken(language);
  const noScript = isFixed ? NO_SCRIPT[language] : Object.values(NO_SCRIPT).join(' ');
  const tag = LANGUAGE_TAGS[isFixed ? language : 'en'];
  return `<!doctype html>
<html lang="${tag}" data-language="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(CONTENT_POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${styles.map((file) => `<link rel="stylesheet" href="${escapeHtml(file)}">`).join('\n')}
</head>
${body}
<noscript>${noScript}</noscript>
<main id="app"></main>
${scripts.map((file) => `<script src="${escapeHtml(file)}"></script>`).join('\n')}
</body>
</html>
`;
}

export interface TimelinePage {
  readonly title: string;
  readonly language: Language;
  readonly window: number;
  /** Path from the page to the folder of shared files. */
  readonly assets: string;
  /** File of the group's data in that folder. */
  readonly groupFile: string;
}

export function timelineHtml({ title, language, window, assets, groupFile }: TimelinePage): string {
  return html({
    language,
    title,
    styles: [`${assets}/page.css`],
    body: `<body data-window="${window}" data-assets="${escapeHtml(assets)}">`,
    scripts: [`${assets}/page.js`, `${assets}/${groupFile}`],
  });
}

/** The way in to all groups. */
export function overviewHtml(title: string, language: Language): string {
  return html({
    language,
    title,
    styles: ['assets/page.css', 'assets/overview.css'],
    body: '<body class="overview">',
    scripts: ['assets/overview.js', 'assets/overview-data.js'],
  });
}
