import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Detection } from '@rl-insight/core';
import type { CaseMaker, ConformanceCase } from '../suite/cases.js';
import { Nonconformity } from '../suite/nonconformity.js';
import type { TestedParser } from './subject.js';

/** Files that are of no profiler. */
const OTHERS: Readonly<Record<string, string | Uint8Array>> = {
  'an empty file': '',
  'a file of words': 'nothing that a profiler writes\n',
  'a file of bytes': Uint8Array.from({ length: 4096 }, (_, i) => (i * 197) & 255),
};

/** The case of a parser that looks at content for `type=auto`; none of others. */
export async function detectionCases(
  tested: TestedParser,
  make: CaseMaker,
): Promise<ConformanceCase[]> {
  const looks = await tested.withParser(async ({ detect }) => detect !== undefined);
  if (!looks) return [];
  return [
    make('detect: it knows the sample by its content', async () => {
      const seen = await detected(tested, tested.input);
      if (seen.certainty !== 'none') return;
      throw new Nonconformity({
        problem: 'It does not know its own sample',
        where: { file: tested.input },
        found: seen,
        expected: 'certain, or maybe',
        remedy: 'Have detect look at what the file begins with.',
      });
    }),
    ...Object.entries(OTHERS).map(([name, content]) =>
      make(`detect: ${name} is none of its inputs`, () => checkOther(tested, content)),
    ),
  ];
}

async function checkOther(tested: TestedParser, content: string | Uint8Array): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-conformance-'));
  try {
    const file = join(folder, 'file');
    await writeFile(file, content);
    for (const path of [file, folder]) {
      const seen = await detected(tested, path);
      if (seen.certainty !== 'certain') continue;
      throw new Nonconformity({
        problem: 'It is certain of something that is no input of it',
        where: { file: path },
        found: seen,
        expected: 'none',
        remedy: 'Have detect be certain only of what nobody else writes.',
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function detected(tested: TestedParser, path: string): Promise<Detection> {
  const { signal } = new AbortController();
  let seen: Detection | undefined;
  try {
    seen = await tested.withParser(async (parser) => parser.detect?.(path, signal));
  } catch (cause) {
    throw new Nonconformity({
      problem: 'detect throws',
      where: { file: path },
      found: cause,
      remedy: 'Return { certainty: "none", found: … } of what it cannot read.',
      cause,
    });
  }
  if (seen?.found?.trim()) return seen;
  throw new Nonconformity({
    problem: 'detect does not say what it has seen',
    where: { file: path },
    found: seen,
    remedy: 'Return what was found as words, e.g. "3 logs of mine"; of none, why it is none.',
  });
}
