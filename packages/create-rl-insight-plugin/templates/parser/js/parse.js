import { readFile } from 'node:fs/promises';
import { tableSet } from '@rl-insight/core/tables';
import { errors } from './errors.js';
import { summaryTable } from './table.js';

const HEADER = 'name,bytes,start_ns,end_ns';
const ROW =
  /^(?<name>[^,]+),(?<bytes>[1-9]\d{0,14}),(?<start>[0-8]?\d{1,18}),(?<end>[0-8]?\d{1,18})?$/;

/**
 * Whether a path is a file of blocks, by its content: its name decides nothing.
 *
 * @param {string} path
 * @returns {Promise<import('@rl-insight/core').Detection>}
 */
export async function detectFile(path) {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.startsWith(HEADER)
    ? { certainty: 'certain', found: 'a file of blocks' }
    : { certainty: 'none', found: `it does not begin with ${HEADER}` };
}

/**
 * Reads a file of blocks, and yields its tables.
 *
 * @param {string} path
 * @param {Pick<import('@rl-insight/core').StageContext, 'report' | 'signal'>} context
 * @returns {AsyncGenerator<import('@rl-insight/core/tables').TableSet>}
 * @throws RlInsightError when it has no blocks; the signal's reason when that is aborted.
 */
export async function* parseFile(path, { report, signal }) {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw errors.unreadable(path, cause);
  });
  signal.throwIfAborted();
  const [header, ...lines] = text.split(/\r?\n/);
  if (header !== HEADER) throw errors.noHeader(path, HEADER);
  /** @type {import('./table.js').Block[]} */
  const blocks = [];
  for (const [i, line] of lines.entries()) {
    if (line === '') continue;
    const block = blockOf(line);
    if (block !== undefined) blocks.push(block);
    // What cannot be read is told of, and the rest goes on.
    else {
      const message = 'lines that are no block were passed over';
      report.notice({ code: '__code__-bad-line', message, example: `${path}, line ${i + 2}` });
    }
  }
  if (blocks.length === 0) throw errors.noBlocks(path);
  signal.throwIfAborted();
  yield tableSet('rank0', { memory_summary: summaryTable(blocks, path) });
}

/**
 * @param {string} line
 * @returns {import('./table.js').Block | undefined}
 */
function blockOf(line) {
  const { name, bytes, start, end } = ROW.exec(line)?.groups ?? {};
  if (name === undefined || name.trim() === '') return undefined;
  // Times of the epoch in ns do not fit a double: they stay integers.
  const startNs = BigInt(start);
  const heldNs = end === undefined ? null : BigInt(end) - startNs;
  if (heldNs !== null && heldNs < 0n) return undefined;
  return { name, bytes: Number(bytes), startNs, heldNs };
}
