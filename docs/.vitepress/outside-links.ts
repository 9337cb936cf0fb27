import { posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

/** The page of the site that has what a file of the repository has. */
const PAGES: Readonly<Record<string, string>> = { 'CHANGELOG.md': '/changes' };

/**
 * Links of a page to files of the repository beyond `docs` (samples, examples). The site has no such
 * files: with the repository's address they lead there, without it they are plain text.
 */
export function outsideLinks(markdown: MarkdownRenderer, repository: string | undefined): void {
  markdown.core.ruler.push('outside-links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      let isDropped = false;
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const file = outside(env.relativePath, token.attrGet('href') ?? '');
          if (file === undefined) continue;
          const page = PAGES[file];
          if (page !== undefined) token.attrSet('href', page);
          else if (repository !== undefined) token.attrSet('href', `${repository}/${file}`);
          else {
            isDropped = true;
            token.hidden = true;
            Object.assign(token, { type: 'text', tag: '', content: '' });
          }
        } else if (token.type === 'link_close' && isDropped) {
          isDropped = false;
          Object.assign(token, { type: 'text', tag: '', content: '' });
        }
      }
    }
  });
}

/** The file that a relative link leads to, from the root of the repository, where that is not in `docs`. */
function outside(page: string | undefined, href: string): string | undefined {
  if (page === undefined || !/^\.\.?\//.test(href)) return undefined;
  const file = posix.normalize(posix.join('docs', posix.dirname(page), href));
  return file.startsWith('docs/') ? undefined : file;
}
