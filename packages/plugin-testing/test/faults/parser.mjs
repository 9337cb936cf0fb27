import { mkdtempSync, writeFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inputUnreadable, RlInsightError } from '@rl-insight/core/errors';
import { tableSet } from '@rl-insight/core/tables';
import { MEMORY_CONTRACTS, MEMORY_EVENTS } from '@rl-insight/memory-contract/contracts';
import { streamsOf } from './parser-streams.mjs';
import { blocksOf, changed, tableOf } from './parser-tables.mjs';

/**
 * A parser of lines `<name> <start> <end> <bytes>` that conforms, but for one fault by its name; see
 * `parser-faults.ts`.
 */
export function faultyParser(fault) {
  const has = (name) => name === fault;
  const provided = [
    { id: 'memory.parser.lines', title: has('title') ? '' : 'lines of blocks' },
    { id: 'memory.rules.lines', title: 'nothing' },
  ];
  const descriptor = {
    name: 'faulty-plugin',
    version: has('version') ? 'new' : '1.0.0',
    apiVersion: has('api') ? 2 : 1,
    provides: has('id') ? [{ id: 'memory.reader.lines', title: 'x' }] : provided,
    contracts: has('unnamed-contract') ? MEMORY_CONTRACTS.slice(0, 1) : MEMORY_CONTRACTS,
    config: [
      {
        key: 'memory.parser',
        schema: {
          type: 'object',
          properties: {
            shift: {
              type: 'integer',
              ...(has('no-default') ? {} : { default: has('bad-default') ? 'much' : 0 }),
              ...(has('no-description') ? {} : { description: 'added to each time, ns' }),
            },
          },
        },
      },
    ],
  };
  const parser = {
    inputKind: 'lines',
    detect: (path) => detect(path, has),
    parse: (path, context) => parse(path, context, has),
    ...(has('no-streams') ? {} : { streams: { contract: MEMORY_EVENTS, read: streamsOf(has) } }),
  };
  const rules = { kind: 'lines', prepare: async () => ({ subject: 0 }), rules: () => [] };
  return {
    descriptor,
    register(container) {
      container.register('memory.parser.lines', { useValue: parser });
      if (!has('unregistered')) container.register('memory.rules.lines', { useValue: rules });
    },
  };
}

async function detect(path, has) {
  if (has('detect-throws')) throw new Error('no idea');
  const text = await readFile(path, 'utf8').catch(() => '');
  const isOurs = has('detect-sure') || (/^\S+ \d+ /.test(text) && !has('detect-blind'));
  const found = has('detect-silent') ? '' : 'lines of blocks';
  return { certainty: isOurs ? 'certain' : 'none', found };
}

const GUESSED = [{ name: 'x', start: 1n, held: 1n, bytes: 4 }];

async function read(path, signal, has) {
  if (has('plain-error')) return readFile(path, 'utf8');
  if (has('hangs') && (await stat(path)).size === 0)
    return new Promise(() => setTimeout(() => {}, 3000));
  if ((await stat(path)).isDirectory()) throw inputUnreadable(path, 'is a folder');
  try {
    return await readFile(path, { encoding: 'utf8', ...(has('no-check') ? {} : { signal }) });
  } catch (error) {
    if (!has('abort-error')) signal.throwIfAborted();
    throw error;
  }
}

async function* parse(path, context, has) {
  const signal = has('ignores-abort') ? new AbortController().signal : context.signal;
  if (has('leaves-files')) writeFileSync(join(mkdtempSync(join(tmpdir(), 'left-')), 'a'), '');
  if (has('leaves-timer') && context.signal.aborted) setInterval(() => {}, 1000);
  signal.throwIfAborted();
  if (has('stops-late') && !(await Promise.race([sleep(0), 0]))) {
    context.signal.addEventListener('abort', () => {});
    await sleep(6000);
  }
  const text = await read(path, signal, has);
  const blocks =
    has('unnoticed') && !/\d/.test(text) ? GUESSED : blocksOf(text, context.report, path);
  if (blocks.length === 0) throw nothing(path, has);
  if (!has('no-check')) signal.throwIfAborted();
  const sets = has('many-sets') ? ['one', 'two', 'three'] : [has('unsafe-name') ? 'a/b' : 'lines'];
  if (has('twin-sets')) sets.push('LINES');
  if (has('no-sets')) sets.length = 0;
  const now = has('clock') ? Number(process.hrtime.bigint() % 10_000n) : 0;
  const workers = has('workers') ? context.workers.size - 1 : 0;
  for (const name of sets) {
    const table = tableOf(changed(blocks, has, now + workers), has, context.runId);
    const tables = has('no-summary') ? {} : { memory_summary: table };
    if (has('unnamed-contract')) tables.memory_failures = table;
    yield tableSet(name, tables);
  }
}

function nothing(path, has) {
  if (has('silent')) return Object.assign(inputUnreadable(path, 'has no blocks'), { remedy: '' });
  return new RlInsightError({
    code: has('bad-code') ? 'No Blocks' : 'lines-empty',
    exitCode: has('bad-exit') ? 2 : 3,
    message: has('no-file') ? 'There is nothing.' : `${path} has no blocks.`,
    remedy: 'Give lines of blocks.',
    place: has('no-file') ? {} : { file: path },
  });
}
