import { type MadePages, pagesOfTables } from './made-pages.js';
import { makeTables } from './tables.js';

export const MIB = 1024 ** 2;
/** What was there when the capture began. */
export const BEFORE = 64 * MIB;

export const LAYER = [
  '/opt/lib/python3.11/site-packages/torch/nn/modules/linear.py(114): forward',
  '/job/train/model.py(10): layer',
  '/job/train/main.py(5): step',
].join(';\r\n');
export const OPTIMIZER = ['/job/train/optim.py(7): update', '/job/train/main.py(5): step'].join(
  ';\r\n',
);

/** Blocks that a reader can add up by hand; times are ms, the capture is from 0 to 10. */
export const BLOCKS = [
  { name: 'aten::empty', stack: OPTIMIZER, mib: 256, from: 1, to: null, thread: 11, stream: '7' },
  { name: 'aten::mm', stack: LAYER, mib: 128, from: 2, to: 7, thread: 11, stream: '7' },
  { name: 'aten::mm', stack: LAYER, mib: 64, from: 3, to: 4, thread: 12, stream: '8' },
  { name: 'aten::add', stack: LAYER, mib: 32, from: 5, to: 6, thread: 12, stream: '8' },
  { name: 'aten::gelu', stack: OPTIMIZER, mib: 16, from: 8, to: 9, thread: 11, stream: '7' },
] as const;

/** The blocks that are live at a time, by number. */
export function liveAt(ms: number): number[] {
  return BLOCKS.flatMap(({ from, to }, i) => (from <= ms && (to ?? 10) > ms ? [i] : []));
}

export function levelAt(ms: number): number {
  return liveAt(ms).reduce((sum, i) => sum + BLOCKS[i].mib * MIB, BEFORE);
}

export function pagesOfBlocks(): Promise<MadePages> {
  const rows = BLOCKS.map(({ name, stack, mib, from, to, thread, stream }) => ({
    name,
    stack,
    bytes: mib * MIB,
    startNs: from * 1e6,
    heldNs: to === null ? null : (to - from) * 1e6,
    thread,
    stream,
  }));
  return pagesOfTables(
    makeTables({
      rows,
      group: { role: 'actor_update' },
      sources: ['operator_memory.csv'],
      endNs: 10e6,
      startBytes: BEFORE,
    }),
  );
}
