import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { create, emptyFolder, npmRun } from '../test/project.js';
import { KINDS, LANGUAGES } from './options.js';

/** Compiler, tests and the command, one after the other, on a machine that does other things as well. */
const ALL_STEPS_MS = 300_000;

/** What `npm start` has to leave or tell. */
const TRIED = {
  parser: /memory_timeline_00\.html/,
  visualizer: /try_visualizer\.html/,
  checker: /1 blocks are larger than 4 MiB/,
} as const;

describe.each(KINDS.flatMap((kind) => LANGUAGES.map((language) => [kind, language] as const)))(
  'a %s in %s',
  (kind, language) => {
    test(
      'builds, conforms and runs',
      async () => {
        const parent = await emptyFolder(true);
        const name = `try-${kind}`;
        const made = await create(parent, [name, '--kind', kind, '--language', language]);
        expect(made).toMatchObject({ code: 0, stderr: '' });
        const folder = join(parent, name);
        await symlink(join(parent, 'node_modules'), join(folder, 'node_modules'), 'junction');
        const tested = await npmRun(folder, 'test');
        expect(tested.stdout).toMatch(/^[#ℹ] fail 0$/m);
        expect(tested.code).toBe(0);
        const started = await npmRun(folder, 'start');
        expect(`${started.stdout}${started.stderr}`).toMatch(TRIED[kind]);
        expect(started.code).toBe(0);
        const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
        expect(manifest).toMatchObject({ name, keywords: ['rl-insight', 'rl-insight-plugin'] });
        expect(manifest.license).toBeUndefined();
      },
      ALL_STEPS_MS,
    );
  },
);
