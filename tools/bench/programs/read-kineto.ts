import { loadTraceScan } from '../ours.js';
import { answer, pathArgument } from './answer.js';

/* The events that `memory.parser.type=torch_trace` reads, with the fields that it takes of them. */

const path = pathArgument();
const { scanTraceFile } = await loadTraceScan();

await answer(async () => {
  const selection = {
    phases: ['i', 'X'],
    categories: ['', 'cpu_instant_event', 'cpu_op', 'python_function', 'user_annotation'],
    fields: {
      ...{ cat: 'text', name: 'text', ts: 'time', dur: 'time' },
      ...{ pid: 'scalar', tid: 'scalar', 'args.Ev Idx': 'number', 'args.Addr': 'time' },
      ...{ 'args.Device Type': 'number', 'args.Device Id': 'number', 'args.Bytes': 'number' },
      ...{ 'args.Total Allocated': 'number', 'args.Total Reserved': 'number' },
    },
  };
  const scan = scanTraceFile(path, selection, { lendBatches: true, threads: 2 });
  let selected = 0;
  let memory = 0;
  for await (const batch of scan) {
    const bytes = batch.numbers('args.Bytes');
    for (let i = 0; i < batch.count; i++) if (!Number.isNaN(bytes[i])) memory++;
    selected += batch.count;
  }
  return { bytes: scan.report().bytes, selected, memory };
});
