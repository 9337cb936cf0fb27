import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from '../../measure/child.js';
import { findChromium, NO_CHROMIUM } from '../../measure/chromium.js';
import { cliCommand, programCommand } from '../../measure/commands.js';
import { type Measured, runContenders } from '../../measure/contenders.js';
import type { Bench, Case, CaseReport, Target } from '../suite.js';

const ENTRY = 'memory_timeline_00.html';

/** The page of a million allocations: written, opened and moved by a real browser. */
export const pageOfMillion: Case = {
  id: 'page-million',
  async measure(bench) {
    const { what, folder } = await bench.inputs.input('million');
    const tables = join(bench.workFolder, 'page-tables');
    const pages = join(bench.workFolder, 'pages');
    try {
      const parse = ['parse', folder, 'memory.parser.type=memory', `output.path=${tables}`];
      await runCli(...parse);
      await runCli('visualize', tables, `output.path=${pages}`);
      return await measurePages(bench, what, tables, pages);
    } finally {
      await rm(tables, { recursive: true, force: true });
      await rm(pages, { recursive: true, force: true });
    }
  },
};

async function runCli(...words: readonly string[]): Promise<void> {
  const { program, args } = cliCommand(...words, '--quiet');
  await runChild(program, args);
}

async function measurePages(
  bench: Bench,
  what: string,
  tables: string,
  pages: string,
): Promise<CaseReport> {
  const browser = findChromium();
  const page = join(pages, ENTRY);
  const measured = await runContenders(
    [
      {
        name: '`rl-insight visualize`, from the Arrow tables',
        command: (output) => cliCommand('visualize', tables, `output.path=${output}`, '--quiet'),
      },
      ...(browser === undefined
        ? []
        : ['lanes', 'map'].map((chart) => ({
            name: `a visit, ${chart === 'map' ? 'memory map' : 'bars'}`,
            command: () => programCommand('visit-page', browser, page, chart),
          }))),
    ],
    bench,
  );
  const [writing, bars, map] = measured;
  const bytes = await folderBytes(pages);
  const rows = bars?.facts.rows;
  return {
    question: 'How does the page of a million allocations feel?',
    input: what,
    measured,
    notes: [
      ...(browser === undefined ? [NO_CHROMIUM] : [visitNote(bars), visitNote(map)]),
      'headless Chromium without a graphics card, a window of 1440 × 900; a frame is at least 16.7 ms, the time between two of them',
    ],
    targets: [
      target(
        'open the page (navigation to `rlInsight.ready`)',
        1.2,
        's',
        fact(bars, 'openSeconds'),
      ),
      target(
        'pan and zoom, `setRange` to the next frame, 95th percentile, bars',
        20,
        'ms',
        fact(bars, 'moveMs95'),
        16,
      ),
      target('the same with the memory map', 20, 'ms', fact(map, 'moveMs95'), 16),
      target('who-holds-it panel at a clicked time', 150, 'ms', fact(bars, 'panelMs')),
      target(
        'JavaScript heap, typed arrays included, after collecting garbage',
        200,
        'MB',
        fact(bars, 'heapMb'),
      ),
      target('bytes an allocation on disk', 25, 'bytes', rows && bytes / rows),
      target(
        'writing those pages from the Arrow table, the whole process',
        3,
        's',
        writing.wallSeconds.median,
      ),
    ],
  };
}

function target(
  what: string,
  limit: number,
  unit: Target['unit'],
  value: number | undefined,
  aim?: number,
): Target {
  return { what, bound: 'at most', limit, unit, value, ...(aim === undefined ? {} : { aim }) };
}

function fact(measured: Measured | undefined, name: string): number | undefined {
  return measured?.factSummaries[name]?.median;
}

function visitNote(visit: Measured | undefined): string {
  const of = (name: string) => fact(visit, name)?.toFixed(1) ?? '';
  return `${visit?.name}: frames of the movement ${of('moveMs50')} ms in the middle, ${of('moveMs99')} ms at the 99th percentile; all of it loaded after ${of('settledSeconds')} s`;
}

/** Bytes of all files, those that pages share included. */
async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const sizes = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.arrow'))
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
