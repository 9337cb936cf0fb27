import { loadTraceScan } from '../ours.js';
import { answer, pathArgument } from './answer.js';

const path = pathArgument();
const { scanTraceFile } = await loadTraceScan();

await answer(async () => {
  const selection = {
    phases: ['X'],
    categories: ['cpu_op'],
    fields: {
      name: 'text',
      ts: 'time',
      dur: 'time',
      pid: 'scalar',
      tid: 'scalar',
      'args.Call stack': 'text',
    },
  };
  // Each batch is used up before the next is asked for.
  const scan = scanTraceFile(path, selection, { lendBatches: true });
  const lengths: number[] = [];
  let selected = 0;
  let characters = 0;
  let durationMicros = 0;
  let lastMicros = 0;
  for await (const batch of scan) {
    const names = batch.codes('name');
    const stacks = batch.codes('args.Call stack');
    const starts = batch.times('ts');
    const durations = batch.times('dur');
    for (let code = lengths.length; code < scan.textCount; code++) {
      lengths.push(scan.text(code).length);
    }
    for (let i = 0; i < batch.count; i++) {
      characters += lengths[names[i]];
      if (stacks[i] >= 0) characters += lengths[stacks[i]];
      durationMicros += durations.seconds[i] * 1e6 + durations.nanos[i] / 1e3;
    }
    selected += batch.count;
    if (batch.count > 0) {
      const last = batch.count - 1;
      lastMicros = starts.seconds[last] * 1e6 + starts.nanos[last] / 1e3;
    }
  }
  return { bytes: scan.report().bytes, selected, characters, durationMicros, lastMicros };
});
