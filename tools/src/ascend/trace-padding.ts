import { NONE } from './operator-table.js';
import { Random } from './random.js';
import type { TraceWriter } from './trace-writer.js';

/** Operators that never allocate, so that padding covers no allocation of their name. */
const QUIET_OPERATORS: readonly string[] = [
  'aten::select',
  'aten::slice',
  'aten::view',
  'aten::unsqueeze',
  'aten::expand',
  'aten::is_pinned',
  'aten::_local_scalar_dense',
];
const BYTES_WITHOUT_STACK = 330;
const LOADER_THREAD_OFFSET = 101;

/** Endless operators of a data loader's thread, spread so that about `bytes` of them fill the capture. */
export function* quietOperators(writer: TraceWriter, bytes: number): Generator<string> {
  const { options, names, stacks, endTick, processId } = writer.capture;
  const random = new Random(options.seed).fork('padding');
  const ids = QUIET_OPERATORS.map((name) => names.id(name));
  const each = BYTES_WITHOUT_STACK + stacks.text(0).length;
  const spacing = Math.max(8, Math.floor((endTick * each) / Math.max(bytes, each)));
  for (let index = 0; ; index++) {
    const start = index * spacing + random.below(4);
    const operator = {
      name: random.pick(ids),
      start,
      end: start + 1 + random.below(Math.min(5000, spacing - 5)),
      stack: random.below(options.distinctStacks),
      sequence: NONE,
      forwardThread: 0,
    };
    yield writer.operator(operator, processId + LOADER_THREAD_OFFSET);
  }
}
