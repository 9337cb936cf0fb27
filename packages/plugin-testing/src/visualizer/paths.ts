import { Nonconformity } from '../suite/nonconformity.js';
import type { Drawn } from './drawing.js';

const MOST_BYTES_OF_A_NAME = 255;
/** What a file system, a terminal or a reader of names takes for something else. */
const UNSAFE = /[\\:*?"<>|\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

function wrongWith(path: string): string | undefined {
  const parts = path.split('/');
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is absolute';
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    return 'has a part that is no name';
  }
  if (UNSAFE.test(path)) return 'has a character that is none of a file name on every system';
  if (parts.some((part) => Buffer.byteLength(part) > MOST_BYTES_OF_A_NAME)) return 'is too long';
  return undefined;
}

/** Looks at the paths that were written and at the one that is to be opened first. */
export function checkPaths({ entry, output }: Drawn): void {
  for (const path of output.paths) {
    const wrong = wrongWith(path);
    if (wrong === undefined) continue;
    throw new Nonconformity({
      problem: `The path of a file ${wrong}`,
      found: path,
      expected: 'a relative path with “/” between names that any file system takes',
      remedy: 'Make names with safeFileName and NameTaker of @rl-insight/memory-contract.',
    });
  }
  const folded = output.paths.map((path) => path.toLowerCase());
  const twice = output.paths.find((_, i) => folded.indexOf(folded[i]) !== i);
  if (twice !== undefined) {
    throw new Nonconformity({
      problem: 'Two files are one where upper and lower case are the same',
      found: twice,
      remedy: 'Take names from a NameTaker of @rl-insight/memory-contract.',
    });
  }
  if (output.files.has(entry)) return;
  throw new Nonconformity({
    problem: 'The file to open first was not written',
    found: entry,
    expected: output.paths,
    remedy: 'Return the path that was given to output.write.',
  });
}
