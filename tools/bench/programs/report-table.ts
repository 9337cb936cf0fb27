import { statSync } from 'node:fs';
import { loadModel } from '../ours.js';
import { answer, pathArgument } from './answer.js';

const path = pathArgument();
const report = await loadModel();

/** Opens an Arrow file and makes the report of it, as `rl-insight summary --json` does. */
await answer(async () => {
  const { groups } = await report(path);
  const [{ allocations, peak }] = groups;
  return { bytes: statSync(path).size, rows: allocations.count, peakBytes: peak.live_bytes };
});
