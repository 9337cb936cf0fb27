import type { Notice } from '@rl-insight/memory-contract';
import type { FoundFile } from '../discover/find-files.js';
import { PYTHON } from './fields.js';
import type { DeviceEvents, PairedBlocks } from './pairing.js';
import type { TraceData } from './read-trace.js';

/** What whoever reads the result of a trace should know, whatever device it is of. */
export function traceNotices(data: TraceData, found: FoundFile, rank: number): Notice[] {
  const notices: Notice[] = [];
  if (data.preface.rank === null && !found.isRankNamed) {
    notices.push({
      code: 'torch-no-rank',
      message: `neither the trace nor its name tells a process rank (${rank} is taken); input.rank_pattern can tell where it is`,
    });
  }
  const { spans } = data;
  let hasStacks = false;
  for (let row = 0; row < spans.count && !hasStacks; row++) {
    hasStacks = spans.kind[row] === PYTHON || spans.stack[row] >= 0;
  }
  if (!hasStacks) {
    notices.push({
      code: 'torch-no-stacks',
      message: 'the trace has no call stacks: it was recorded without with_stack=True',
    });
  }
  if (data.outOfTime > 0) {
    notices.push({
      code: 'torch-out-of-time',
      message: 'events whose time cannot be read were left out',
      count: data.outOfTime,
    });
  }
  for (const { kind, count, detail } of data.report.problems) {
    notices.push({
      code: `trace-${kind}`,
      message: 'the trace is damaged',
      count,
      example: detail,
    });
  }
  return notices;
}

/** The same of the memory of one device. */
export function deviceTraceNotices(events: DeviceEvents, paired: PairedBlocks): Notice[] {
  const notices: Notice[] = [];
  if (!events.hasAddresses) {
    notices.push({
      code: 'torch-no-addresses',
      message:
        'events have no addresses (PyTorch writes them since 1.13): the level is known, which blocks made it up is not',
    });
  }
  if (paired.reused > 0) {
    notices.push({
      code: 'torch-address-reused',
      message:
        'blocks whose address was allocated again without a release: events are missing; they are taken to end there',
      count: paired.reused,
    });
  }
  if (paired.otherSizes > 0) {
    notices.push({
      code: 'torch-other-size',
      message: 'releases of another size than their allocation, which counts',
      count: paired.otherSizes,
    });
  }
  return notices;
}
