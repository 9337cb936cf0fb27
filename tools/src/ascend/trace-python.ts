import { NS_PER_TICK } from './clock.js';
import { NONE } from './operator-table.js';
import type { SimulatedCapture } from './scenario.js';
import type { TraceWriter } from './trace-writer.js';

/** Events of the main thread are at least 320 ns apart: Python frames around an operator begin this much earlier. */
const MOST_LEAD_NS = 250;
const LEAF_TICKS = 200;

/** Rows of the operators that Python calls: library operators with a stack that no other of them encloses. */
function calledFromPython({ operators, names }: SimulatedCapture): number[] {
  const { main } = operators;
  const rows: number[] = [];
  let enclosingStart = Infinity;
  // Operators stand in the order of their ends: from the back, an enclosing one comes before what it encloses.
  for (let row = main.length - 1; row >= 0; row--) {
    if (!/^(aten|npu)::/.test(names.text(main.name.at(row)))) continue;
    const start = main.start.at(row);
    if (start >= enclosingStart) continue;
    enclosingStart = start;
    if (main.stack.at(row) !== NONE) rows.push(row);
  }
  return rows.reverse();
}

/**
 * `count` events of Python functions on the main thread: the frames of an operator's call stack, one around the other
 * and all around the operator; what is still missing follows the job as calls of a built-in function.
 */
export function* pythonFunctionEvents(writer: TraceWriter, count: number): Generator<string> {
  const { capture } = writer;
  const { main } = capture.operators;
  const threadId = capture.threadIds.main;
  let pythonId = 0;
  const event = (
    name: string,
    parent: number,
    tick: number,
    leadNs: number,
    ns: number,
  ): string => {
    pythonId++;
    const fields = writer.head('X', JSON.stringify(name), threadId, tick, -leadNs);
    fields.push(writer.dur(ns), '"cat": "python_function"');
    return writer.style.event(fields, [
      `"Python id": ${pythonId}`,
      `"Python parent id": ${parent}`,
    ]);
  };
  for (const row of count > 0 ? calledFromPython(capture) : []) {
    const start = main.start.at(row);
    const ns = (main.end.at(row) - start) * NS_PER_TICK;
    const outermostFirst = capture.stacks.frames(main.stack.at(row)).reverse();
    const frames = outermostFirst.slice(0, MOST_LEAD_NS);
    for (const [depth, frame] of frames.entries()) {
      if (pythonId >= count) return;
      const lead = frames.length - depth;
      yield event(frame, depth === 0 ? 0 : pythonId, start, lead, ns + 2 * lead);
    }
  }
  for (let call = 0; pythonId < count; call++) {
    const tick = capture.endTick + call * LEAF_TICKS;
    yield event('<built-in method is_available of module>', 0, tick, 0, 480);
  }
}
